// What the control that a chip opens shows and changes.
import type { TemplateResult } from 'lit';

import type { VideoDraft } from '../../../core/providers/provider.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import type { Formats } from '../../shared/formats.js';
import type { FanOut, FanOutActions } from './fan-out.js';
import type { VideoWords } from '../video-words.js';
import type { ModelInfo } from './draft.js';
import type { HelpPanel } from './help/help-panel.js';
import type { ModelPicker } from './model-picker.js';
import type { ModelGroup } from './models.js';
import type { VideoPanelWords } from './panel-words.js';

export interface PanelContext {
  readonly open: string;
  readonly draft: VideoDraft;
  readonly info: ModelInfo;
  readonly groups: readonly ModelGroup[];
  readonly picker: ModelPicker;
  /** Once its code is here. */
  readonly help: HelpPanel | undefined;
  readonly references: { view(): TemplateResult } | undefined;
  readonly tasks: readonly VideoTask[];
  readonly fanOut: FanOut;
  readonly fanOutActions: FanOutActions;
  readonly notice: string | undefined;
  readonly words: VideoWords & VideoPanelWords;
  readonly formats: Formats;
  change(patch: Partial<VideoDraft>): void;
  changeMetadata(patch: Readonly<Record<string, unknown>>): void;
  say(param: string, text: string | undefined): void;
  /** Closes the panel and goes back to what opened it. */
  close(): void;
  setFrame(frame: 'image' | 'lastImage', value: string | Blob | undefined): void;
}
