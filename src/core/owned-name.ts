// The names under which a user's data is kept and told to other tabs: databases, locks and channels.

/**
 * Where nobody is signed in, the names are those of 1.0.0: what it kept belongs to the empty user and stays where it is. The length of a user's
 * id stands before it, so that no user and name together read as another's.
 */
export const videoStoreName = (user: string, name: string): string =>
  user === '' ? `voxreel-video-${name}` : `voxreel-video@${user.length}/${user}/${name}`;

/** Of the drafts that are written beside them. */
export const draftsStoreName = (user: string, name: string): string => `voxreel-drafts@${user.length}/${user}/${name}`;

/** Of the references that are used in them. */
export const referencesStoreName = (user: string, name: string): string => `voxreel-references@${user.length}/${user}/${name}`;

/** On which the pages of a user hear that everything is to be forgotten. */
export const conversationChannelName = (user: string): string => `voxreel-voice@${user}`;

/** Of everything that a user keeps in the library of this service. */
export const accountStoreName = (user: string, service: string): string => `voxreel-account@${user.length}/${user}/${service}`;
