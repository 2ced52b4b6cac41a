// The sheets of <realtime-voice>, each given what it shows.
import { FocusController } from '../shared/focus-controller.js';
import { languageOf } from '../shared/language-controller.js';
import type { ConversationList } from './conversation-list.js';
import type { FloatingCall, FloatingWindow } from './floating-window.js';
import { namedVideos } from './named-videos.js';
import type { SessionController } from './session-controller.js';
import type { InspectorLog } from './sheets/inspector-log.js';
import type { RecordingPlayer } from './sheets/recording-player.js';
import type { SheetHost } from './sheets/sheet.js';
import { Sheets } from './sheets/sheets.js';
import type { VoiceElement } from './voice-element.js';
import type { VoiceModels } from './voice-models.js';

export interface SheetSubjects {
  readonly control: SessionController;
  readonly models: VoiceModels;
  readonly player: RecordingPlayer;
  readonly list: ConversationList;
  readonly call: FloatingCall;
  log(): InspectorLog | undefined;
  /** To screen readers. */
  say(text: string): void;
  /** Resolves once the visitor has agreed to what the page asks; rejects with `aborted` where they do not. */
  consented(): Promise<void>;
  /** A sheet could not be loaded. */
  failed(cause: unknown): void;
}

export function createVoiceSheets(
  element: VoiceElement,
  { control, models, player, list, call, log, say, consented, failed }: SheetSubjects,
): Sheets {
  const focus = new FocusController(element);
  const host: SheetHost = {
    get language() {
      return languageOf(element);
    },
    requestUpdate: () => element.requestUpdate(),
    say,
    focus: (...selectors) => focus.next(...selectors),
    close: () => sheets.close(),
  };
  const inspected = {
    get session() {
      return control.session;
    },
    get log() {
      return log();
    },
    player,
    videos: namedVideos(element),
  };
  let floating: FloatingWindow | undefined;
  const menu = {
    call,
    get floating() {
      return floating;
    },
    conversation: control,
    player,
    offered: element,
    list,
    open: (name: Parameters<Sheets['open']>[0]) => void sheets.open(name),
    leave: () => sheets.leave(),
  };
  const sheets: Sheets = new Sheets(
    element,
    {
      // It asks for devices, and for what the service offers.
      settings: async () => {
        const [{ createSettingsSheet }] = await Promise.all([import('./sheets/settings-sheet.js'), consented()]);
        return createSettingsSheet(host, element, control, models);
      },
      more: async () => {
        const parts = [import('./sheets/more-menu.js'), import('./floating-window.js')] as const;
        const [{ createMoreMenu }, { canFloat, FloatingWindow: Floating }] = await Promise.all(parts);
        if (canFloat()) floating ??= new Floating(element, call);
        return createMoreMenu(host, menu);
      },
      gauges: async () => (await import('./sheets/gauges-sheet.js')).createGaugesSheet(host, control),
      conversations: async () => (await import('./sheets/conversations-sheet.js')).createConversationsSheet(host, list),
      film: async () => (await import('./sheets/film-sheet.js')).createFilmSheet(host, element, control),
      inspector: async () => (await import('./sheets/inspector-sheet.js')).createInspectorSheet(host, inspected),
    },
    failed,
  );
  return sheets;
}
