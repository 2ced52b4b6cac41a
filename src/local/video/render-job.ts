// What goes to the renderer and what comes back, as it crosses between threads.

export type VideoFormat = 'webm' | 'mp4';

export interface RenderImage {
  /** An encoded PNG, JPEG or WebP. */
  readonly bytes: Uint8Array;
  /** When the video shows it whole: 0 the first frame, 1 the last. */
  readonly phase: number;
}

/** One video. Equal jobs give equal bytes. */
export interface RenderJob {
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly seed: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fps: number;
  readonly frames: number;
  readonly format: VideoFormat;
  readonly movement: 'auto' | 'small' | 'medium' | 'large';
  readonly style: string;
  readonly quality: string;
  readonly music: boolean;
  readonly caption: string;
  readonly images: readonly RenderImage[];
}

export type RenderOrder = { readonly kind: 'render'; readonly job: RenderJob } | { readonly kind: 'crash' };

export type RenderReport =
  | { readonly kind: 'progress'; readonly frames: number }
  | { readonly kind: 'done'; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };
