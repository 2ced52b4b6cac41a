// What a page sets on <video-generator>, as attributes or properties. The class, its lazy parts and the frameworks' types derive from this list.
import type { Prices } from '../../core/catalog/own-prices.js';
import type { ProviderEntry, VideoDraft } from '../../core/providers/provider.js';
import type { VideoQueue, VideoQueueOptions } from '../../core/video/queue/video-queue.js';
import type { Persistence } from '../shared/persistence.js';
import { property, type PropertiesOf } from '../shared/properties.js';
import type { VoxreelWords } from '../shared/words.js';
import type { PromptHelp } from './composer/help/prompt-help.js';

export const videoProperties = {
  /** Base address of the service or gateway; the page's own origin by default. */
  baseUrl: property<string>({ attribute: 'base-url' }),
  /** The model chosen at first. */
  model: property<string>(),
  /** The models to choose from, by commas or spaces; by default those the providers name. */
  models: property<string>(),
  /** Whose videos these are: no other user of this browser gets them. Sent as `user` with each request. Empty where nobody is signed in. */
  user: property<string>(),
  /** Tells several galleries of one site apart: each name has its own videos. */
  name: property<string>(),
  /**
   * `local` (default) keeps tasks, drafts and references in this browser, `none` only as long as the page. `account` keeps them in this browser and
   * in the library of `user` behind the gateway, for all their devices; without a `user`, as `local`.
   */
  persist: property<Persistence>(),
  /** Keeps finished files in this browser after their links expire. */
  keepResults: property<boolean>({ type: Boolean, attribute: 'keep-results' }),
  /**
   * What is written in the form, as it stands: read it, or set it to fill in the form; what is left out is empty, but the model. `video-draft`
   * tells of changes. Unless `persist` is `none` it survives a reload, and a login that comes within an hour; a queue of the page's own leaves
   * this to the page.
   */
  draft: property<VideoDraft>({ attribute: false, noAccessor: true }),
  /** A queue of the page's own, instead of one made from the attributes. The element never closes it. */
  queue: property<VideoQueue | undefined>({ attribute: false }),
  /** Providers of this element alone; they come before those registered on the page. */
  providers: property<readonly ProviderEntry[] | undefined>({ attribute: false }),
  /** What models cost, by name or glob, in place of what the service says: `{ 'kling-*': { unit: 'USD', perSecond: 0.1, asOf, source } }`. */
  prices: property<Prices | undefined>({ attribute: false }),
  /** Headers for each request, or a function that gives them. */
  headers: property<VideoQueueOptions['headers']>({ attribute: false }),
  /** Presets, templates and a function that help visitors with their prompts, over the library's own; `false` offers no help. */
  promptHelp: property<PromptHelp | false | undefined>({ attribute: false }),
  /**
   * The ways visitors can choose to hear of a video that is ready or has failed, by spaces: `system` (a notification), `title` (a count in the
   * page's title), `badge` (a count on the icon of an installed app), `sound`. All by default; `off` offers none. Nothing happens until a visitor chooses.
   */
  notifications: property<string | undefined>(),
  /**
   * With `persist="account"` and a gateway that sends Web Push: address of a service worker of your site that has `voxreel/push`. Visitors who chose
   * `system` are then told while no page is open too.
   */
  pushWorker: property<string | undefined>({ attribute: 'push-worker' }),
  /** Words of this element alone, over those of the language in force. See `setWords`. */
  words: property<VoxreelWords | undefined>({ attribute: false }),
};

/** The properties of `<video-generator>`. */
export interface VideoProperties extends PropertiesOf<typeof videoProperties> {}
