// The public side of <realtime-voice>, as its lazily loaded parts see it.
import type { ReactiveControllerHost } from 'lit';

import type { ExportFormat } from '../../core/realtime/history/export-conversation.js';
import type { RealtimeSession } from '../../core/realtime/session/realtime-session.js';
import type { VoiceTool } from '../../core/realtime/tools/define-tool.js';
import type { SessionConfig } from '../../protocol/session.js';
import type { SanitizeHtml } from './transcript/message-view.js';

export interface VoiceElement extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
  baseUrl: string | undefined;
  tokenUrl: string | undefined;
  model: string | undefined;
  voice: string | undefined;
  instructions: string | undefined;
  modalities: string | undefined;
  transport: string | undefined;
  dialect: string | undefined;
  pushToTalk: boolean;
  inputAudioFormat: string | undefined;
  outputAudioFormat: string | undefined;
  transcribe: string | undefined;
  persist: string | undefined;
  user: string | undefined;
  agent: string | undefined;
  workletUrl: string | undefined;
  inspector: boolean;
  record: boolean;
  video: boolean;
  session: RealtimeSession | undefined;
  tools: readonly VoiceTool[] | undefined;
  getToken: ((signal: AbortSignal) => Promise<string>) | undefined;
  sessionConfig: SessionConfig | undefined;
  sanitizeHtml: SanitizeHtml | undefined;
  exportConversation(format: ExportFormat): string;
}
