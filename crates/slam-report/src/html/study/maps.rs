//! The maps of a study: every slice has spots of its own.

use slam::study::{MethodMap, SliceMaps, StudyResult};

use super::super::drawable::Drawable;
use super::super::maps::{Maps, Names};
use crate::scene::Scene;

/// By slice, then by method, where a map stands in the index; none where there is none.
pub(super) type Places = Vec<Vec<Option<usize>>>;

/// Packs the maps of all slices that are at hand.
pub(super) fn maps_of(study: &StudyResult, slices: &[SliceMaps], scene: &Scene) -> (Maps, Places) {
    let (mut maps, names) = Maps::without_spots(Names::new(study.labels.clone(), scene), scene);
    let mut places: Places = vec![vec![None; study.methods.len()]; study.slices.len()];
    for (own, slice) in places.iter_mut().zip(&study.slices) {
        let Some(drawn) = slices.iter().find(|other| other.slice == slice.slice) else { continue };
        let mut firsts: Vec<(&MethodMap, usize)> = Vec::new();
        for (place, method) in own.iter_mut().zip(&study.methods) {
            let Some(map) = drawn.methods.iter().find(|map| map.method == method.method) else { continue };
            let drawable = Drawable::from(map);
            // Methods with the same spots share them.
            let is_same = |first: &MethodMap| std::ptr::eq(first.pair.spots(), map.pair.spots());
            let known = firsts.iter().find(|(first, _)| is_same(first)).map(|&(_, ground)| ground);
            let ground = known.unwrap_or_else(|| {
                firsts.push((map, maps.add_ground(&drawable, &names, scene)));
                firsts[firsts.len() - 1].1
            });
            *place = Some(maps.add_method(&method.method, ground, &drawable, &names));
        }
    }
    (maps, places)
}
