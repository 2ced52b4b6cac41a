// English for the list of conversations of <realtime-voice>: loaded with it. `{name}` places are filled when shown.
import type { WordsOf } from './words-of.js';

export const listEnglish = {
  conversations: 'Conversations',
  begin: 'New conversation',
  search: 'Search conversations',
  untitled: 'Untitled conversation',
  current: 'Open now',
  none: 'No conversations yet.',
  notFound: 'No conversation matches your search.',
  lasted: { one: '{when}, {time}, 1 message', other: '{when}, {time}, {count} messages' },
  said: { one: '{when}, 1 message', other: '{when}, {count} messages' },
  rename: 'Rename {title}',
  title: 'Title',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Delete {title}',
  removeSure: 'Delete this conversation for good?',
  removeEverywhere: 'Delete this conversation on all your devices?',
  removeYes: 'Delete',
  removeNo: 'Keep',
  removed: 'Deleted.',
  renamed: 'Renamed.',
  openElsewhere: 'This conversation is open in another tab. Close it there first.',
  failed: 'That did not work. Try again.',
  saveAll: 'Save all to a file',
  openAll: 'Open a file',
  added: { one: '1 conversation added.', other: '{count} conversations added.' },
  unreadable: 'This file does not contain any saved conversations.',
};

/** The words of the list of conversations. */
export type ConversationListWords = WordsOf<typeof listEnglish>;
