//! The provenance that a report shows: the day, and the files that were read with their checksums.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use slam_io::checksum;
use slam_report::ReportFile;

const SECONDS_A_DAY: u64 = 86_400;

/// The day in UTC, as `2026-11-17`; that of `SOURCE_DATE_EPOCH` where somebody wants the same page again.
pub(crate) fn today() -> String {
    let wanted = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let passed = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let [year, month, day] = date(wanted.unwrap_or_else(passed) / SECONDS_A_DAY);
    format!("{year}-{month:02}-{day:02}")
}

/// Every file that was read, with its size and its checksum where it can be read again.
pub(crate) fn read_files(files: &[PathBuf]) -> Result<Vec<ReportFile>> {
    let mut known: Vec<ReportFile> = Vec::new();
    for path in files {
        let name = path.display().to_string();
        if known.iter().any(|file| file.name == name) {
            continue;
        }
        let (n_bytes, sha256) = match checksum(path)? {
            Some(sum) => (Some(sum.n_bytes), sum.sha256),
            None => (None, None),
        };
        known.push(ReportFile { name, n_bytes, sha256 });
    }
    Ok(known)
}

/// Year, month and day of a day counted from 1 January 1970.
///
/// Howard Hinnant, *chrono-compatible low-level date algorithms* (2021): years begin in March, so that leap days end them.
fn date(days: u64) -> [u64; 3] {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    [era * 400 + year + u64::from(month < 3), month, day_of_year - (153 * from_march + 2) / 5 + 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_the_dates_of_the_calendar() {
        // By `date -u -d @$((86400 * DAYS))`.
        assert_eq!(date(0), [1970, 1, 1]);
        assert_eq!(date(11_016), [2000, 2, 29]);
        assert_eq!(date(11_017), [2000, 3, 1]);
        assert_eq!(date(20_774), [2026, 11, 17]);
    }
}
