// The words of the elements by where they stand, as a page may bring some of them and each language of the library has all.
import type { AccountWords } from './strings.account.en.js';
import type { DiagnosisWords } from './strings.diagnosis.en.js';
import type { ErrorBook } from './strings.errors.en.js';
import type { VideoWords } from './strings.video.en.js';
import type { VideoAccountWords } from './strings.video-account.en.js';
import type { VideoEditorWords } from './strings.video-editor.en.js';
import type { VideoGalleryWords } from './strings.video-gallery.en.js';
import type { VideoHelpWords } from './strings.video-help.en.js';
import type { VideoHistoryWords } from './strings.video-history.en.js';
import type { VideoNotificationsWords } from './strings.video-notifications.en.js';
import type { VideoPanelWords } from './strings.video-panel.en.js';
import type { VideoPlayingWords } from './strings.video-playing.en.js';
import type { VideoReferenceWords } from './strings.video-references.en.js';
import type { VoiceWords } from './strings.voice.en.js';
import type { VoiceErrorBook } from './strings.voice-errors.en.js';
import type { ConversationWords } from './strings.voice-conversation.en.js';
import type { ConversationListWords } from './strings.voice-conversations.en.js';
import type { FeedbackWords } from './strings.voice-feedback.en.js';
import type { FilmWords } from './strings.voice-film.en.js';
import type { GaugesWords } from './strings.voice-gauges.en.js';
import type { InspectorWords } from './strings.voice-inspector.en.js';
import type { LauncherWords } from './strings.voice-launcher.en.js';
import type { SheetWords } from './strings.voice-sheets.en.js';

/** Words of one language by where they stand. Whatever is left out stays as it is, in the end English. */
export type VoxreelWords = {
  /** What `<video-generator>` shows at first. */
  readonly video?: Partial<Omit<VideoWords, 'errors'>>;
  /** The controls its chips open. */
  readonly videoPanel?: Partial<Omit<VideoPanelWords, 'errors'>>;
  /** Its help with the prompt. */
  readonly videoHelp?: Partial<Omit<VideoHelpWords, 'errors'>>;
  /** Its references and their library. */
  readonly videoReferences?: Partial<Omit<VideoReferenceWords, 'errors'>>;
  readonly videoGallery?: Partial<Omit<VideoGalleryWords, 'errors'>>;
  readonly videoHistory?: Partial<Omit<VideoHistoryWords, 'errors'>>;
  /** Its notifications, and what a person chooses about them. */
  readonly videoNotifications?: Partial<Omit<VideoNotificationsWords, 'errors'>>;
  /** Its player, full view and comparison. */
  readonly videoPlaying?: Partial<Omit<VideoPlayingWords, 'errors'>>;
  /** Its editor. */
  readonly videoEditor?: Partial<Omit<VideoEditorWords, 'errors'>>;
  /** Its offer to take along into an account what was made before the login. */
  readonly videoAccount?: Partial<Omit<VideoAccountWords, 'errors'>>;
  /** What both elements show of an account: its room, shared links and bin. */
  readonly account?: Partial<Omit<AccountWords, 'errors'>>;
  /** What `<realtime-voice>` shows at first. */
  readonly voice?: Partial<Omit<VoiceWords, 'errors'>>;
  readonly voiceConversation?: Partial<Omit<ConversationWords, 'errors'>>;
  /** Its pill and panel, where it is a launcher. */
  readonly voiceLauncher?: Partial<Omit<LauncherWords, 'errors'>>;
  /** Its settings and menu. */
  readonly voiceSheets?: Partial<Omit<SheetWords, 'errors'>>;
  readonly voiceInspector?: Partial<Omit<InspectorWords, 'errors'>>;
  /** Its list of conversations. */
  readonly voiceConversations?: Partial<Omit<ConversationListWords, 'errors'>>;
  /** What visitors are asked about answers and calls. */
  readonly voiceFeedback?: Partial<Omit<FeedbackWords, 'errors'>>;
  /** Its measurements. */
  readonly voiceGauges?: Partial<Omit<GaugesWords, 'errors'>>;
  /** What makes a video of a conversation. */
  readonly voiceFilm?: Partial<Omit<FilmWords, 'errors'>>;
  /** Mistakes of the site, in both elements. */
  readonly diagnosis?: Partial<Omit<DiagnosisWords, 'errors'>>;
  /** What went wrong, by error code, in both elements. */
  readonly errors?: Partial<ErrorBook>;
};

/** What a language that comes with the library has: every word of every room. */
export type AllWords = { readonly [Room in Exclude<keyof VoxreelWords, 'errors'>]-?: Required<NonNullable<VoxreelWords[Room]>> } & {
  readonly errors: ErrorBook & VoiceErrorBook;
};
