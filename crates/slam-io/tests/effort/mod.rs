//! How much work something takes: the time of a processor, however busy the machine is.

/// Does some work on one thread, and refuses more than so many seconds of a processor for it.
///
/// Where the system does not tell, any time will do.
#[track_caller]
pub(crate) fn within_cpu_seconds<T: Send>(limit: f64, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread can be made");
    let (done, seconds) = pool.install(|| {
        let begun = cpu_seconds();
        let done = work();
        (done, begun.zip(cpu_seconds()).map(|(begun, ended)| ended - begun))
    });
    assert!(seconds.is_none_or(|seconds| seconds < limit), "{seconds:?} seconds of a processor, expected {limit}");
    done
}

/// The time that this thread has spent on a processor.
fn cpu_seconds() -> Option<f64> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/thread-self/stat").ok()?;
    // Behind the name, which may hold anything, come ten other fields, then the time of its own and that of the system.
    let (_, behind) = stat.rsplit_once(") ")?;
    let mut times = behind.split(' ').skip(11).take(2).map(str::parse::<f64>);
    Some((times.next()?.ok()? + times.next()?.ok()?) / TICKS_PER_SECOND)
}

#[test]
fn the_time_of_a_processor_is_told() {
    let before = cpu_seconds();
    assert_eq!(before.is_some(), cfg!(target_os = "linux"));
    assert!(before.is_none_or(|seconds| (0.0..3600.0).contains(&seconds)));
}
