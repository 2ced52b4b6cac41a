// When two JSON names are one name to the service: many servers match them without regard to case, and the last one wins.

/**
 * The form that all spellings of one name share. Covers Go's `encoding/json`, where `ſ` is an s and the Kelvin sign is a k, and folds a little more
 * than any one server does: a name is refused for looking like another, never let through for it.
 */
export function foldName(name: string): string {
  // Upper case first: ſ has no lower case of its own, and the Kelvin sign no upper case.
  return plainName.test(name) ? name : name.toUpperCase().toLowerCase();
}

/** The folded name without `_`, `-` and `.`: `numVideos`, `Num-Videos` and `num_videos` are one field to a server that maps naming styles. */
export const bareName = (name: string): string => foldName(name).replace(separators, '');

const plainName = /^[\d_a-z]*$/;
const separators = /[_.-]/g;
