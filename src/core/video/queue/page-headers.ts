// The page's own headers, given or asked for.
import { toVoxreelError } from '../../errors.js';
import type { VideoQueueOptions } from './video-queue.js';

export type PageHeaders = () => Promise<Readonly<Record<string, string>>>;

/** Throws what the page's function throws, as `unauthorized`. */
export const pageHeaders =
  (given: VideoQueueOptions['headers']): PageHeaders =>
  async () => {
    try {
      return typeof given === 'function' ? await given() : (given ?? {});
    } catch (cause) {
      throw toVoxreelError(cause, 'unauthorized');
    }
  };
