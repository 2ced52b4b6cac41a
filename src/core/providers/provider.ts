// The contract of a video provider: what its models take, how a draft becomes a request, how an answer reads. Knows no queue and no storage.
import type { VideoRequest } from '../../protocol/video.js';

/** What a person asks for. Only `model` and `prompt` are needed. */
export interface VideoDraft {
  readonly model: string;
  readonly prompt: string;
  /** Seconds. */
  readonly duration?: number | undefined;
  readonly fps?: number | undefined;
  /** Pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** First frame: a URL, a data URL, or a file. */
  readonly image?: string | Blob | undefined;
  /** Last frame, for providers that take one. */
  readonly lastImage?: string | Blob | undefined;
  /** Provider-specific; checked against the provider's `metadata` schema. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly n?: number | undefined;
  readonly seed?: number | undefined;
  readonly responseFormat?: string | undefined;
  readonly user?: string | undefined;
}

export interface VideoOutput {
  /**
   * Absolute http(s), or a path on the service's own origin made absolute; `blob:` where there is a `file` too. Nothing else is ever put here.
   */
  readonly url: string;
  readonly format?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly fps?: number | undefined;
  /** Seconds. */
  readonly duration?: number | undefined;
  readonly seed?: number | undefined;
  /** Milliseconds since 1970, where the link tells. */
  readonly expiresAt?: number | undefined;
  /** The file itself, where a provider's own service made it on this device: kept with the results at once, never part of a record. */
  readonly file?: Blob | undefined;
}

/** What an answer of a service says of a task. `unknown` means: keep asking. */
export interface VideoReading {
  readonly taskId?: string | undefined;
  readonly status: 'processing' | 'succeeded' | 'failed' | 'unknown';
  /** The word the service used. */
  readonly statusWord?: string | undefined;
  /** 0 to 1. Services send fixed steps: never show it as a true percentage alone. */
  readonly progress?: number | undefined;
  readonly outputs: readonly VideoOutput[];
  readonly error?: { readonly code: string; readonly message: string; readonly param?: string | undefined } | undefined;
}

/** A form field: what a person sees and may choose. Drawn from the metadata schema, or given in `ui`. */
export interface FieldUi {
  readonly label?: string;
  readonly description?: string;
  readonly kind?: 'text' | 'longtext' | 'number' | 'integer' | 'boolean' | 'choice' | 'image' | 'images' | 'url' | 'json' | 'hidden';
  readonly choices?: readonly (string | number)[];
  /** What a choice is called, by its value; the value itself where there is nothing here. */
  readonly choiceLabels?: Readonly<Record<string, string>>;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Shown and sent where nothing is chosen. */
  readonly default?: unknown;
  readonly placeholder?: string;
  /** Folded away behind "More". */
  readonly rare?: boolean;
}

/** A provider's own words in one language. What is left out stays as `ui` and the provider say it. */
export interface ProviderWords {
  /** By the name of the field. */
  readonly fields?: Readonly<Record<string, Pick<FieldUi, 'label' | 'description' | 'placeholder' | 'choiceLabels'>>>;
  /** The units of `estimate`, by what it calls them. */
  readonly units?: Readonly<Record<string, string>>;
  /** What `request` and the schema may say of a draft, by the message as it is thrown. */
  readonly messages?: Readonly<Record<string, string>>;
}

export interface ProviderLimits {
  /** Fields of a draft these models make no use of: sent all the same, with a warning. */
  readonly ignores?: readonly (keyof VideoDraft)[];
  /** Seconds: the allowed values, or a range. */
  readonly durations?: readonly number[] | { readonly min: number; readonly max: number };
  /** `<width>x<height>` */
  readonly sizes?: readonly string[];
  readonly fps?: readonly number[] | { readonly min: number; readonly max: number };
  readonly n?: { readonly min: number; readonly max: number };
  /** Characters. */
  readonly promptLength?: number;
  readonly images?: {
    /** How a file is sent: `data-url`, or `base64` without the `data:` prefix. URLs pass through. */
    readonly encoding: 'data-url' | 'base64';
    /** How many frames: 0, 1 (first) or 2 (first and last). */
    readonly max: 0 | 1 | 2;
    /** Of the file itself, not of its base64, which is a third larger. A larger picture is made smaller before it is sent. */
    readonly maxBytes: number;
    /** MIME types the service takes; others are made into one of them. Default JPEG, PNG and WebP. */
    readonly types?: readonly string[];
  };
}

/** The part of Standard Schema (https://standardschema.dev) that is used. zod, valibot, arktype and others fit. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

export interface VideoEstimate {
  /** In `unit`. */
  readonly amount: number;
  readonly unit: string;
}

export interface PollHint {
  /** Milliseconds before the first query, and between queries. */
  readonly firstMs?: number;
  readonly everyMs?: number;
  /** Milliseconds after which a task that never ends is given up. Default 24 h. */
  readonly deadlineMs?: number;
}

export interface VideoProvider {
  readonly id: string;
  readonly title?: string;
  /** Exact names or globs (`kling-*`). Exact beats longest prefix beats latest registered. */
  readonly models: readonly string[];
  readonly metadata?: StandardSchema;
  readonly ui?: Readonly<Record<string, FieldUi>>;
  /** By language (BCP 47: `zh` serves `zh-CN` too). */
  readonly words?: Readonly<Record<string, ProviderWords>>;
  readonly limits?: ProviderLimits;
  /** Top-level fields repeated inside `metadata`, since some gateways drop them. */
  readonly mirror?: readonly ('seed' | 'duration')[];
  /**
   * The body to send, where the default (`body`) is not right. The draft's pictures are already encoded as `limits.images` asks. Throws
   * `VoxreelError('invalid_input', message, { param })` for what `limits` and `metadata` cannot say; nothing is written or sent then.
   */
  request?(draft: VideoDraft, body: VideoRequest): VideoRequest;
  /** Reads an answer (parsed JSON), where the tolerant reader (`reading`) is not enough. `base`: the service's address. */
  parse?(body: unknown, base: string, reading: VideoReading): VideoReading;
  estimate?(draft: VideoDraft): VideoEstimate | undefined;
  readonly poll?: PollHint;
  /** Makes videos on this device: works without a network, and asks for none of the page's headers. */
  readonly local?: boolean;
  /** For one that speaks another protocol or none at all. */
  readonly service?: VideoService;
}

/** The light half of a provider: enough to choose by. The rest is loaded when one of its models is chosen. */
export interface LazyProvider {
  readonly id: string;
  readonly title?: string;
  readonly models: readonly string[];
  readonly local?: boolean;
  /** Answers for its models, but is offered to people only where the page names one of them. */
  readonly unlisted?: boolean;
  load(): Promise<VideoProvider>;
}

/** What a registry takes: a provider, or the promise of one. */
export type ProviderEntry = VideoProvider | LazyProvider;

/** Replaces the documents' two endpoints for one provider. */
export interface VideoService {
  /** A repeated key gets the first answer and costs nothing twice: a request in doubt is then repeated without asking. */
  readonly idempotent?: boolean;
  create(draft: VideoDraft, context: { readonly idempotencyKey: string; readonly signal: AbortSignal }): Promise<VideoReading>;
  /** `signal` fires when the queue closes. `draft`: what was asked for, with its seed and whichever files are still at hand, for work that ended with the page and is done again. */
  query(taskId: string, context: { readonly draft: VideoDraft; readonly signal: AbortSignal }): Promise<VideoReading>;
  /**
   * Nobody waits for it any more: work on it may end. Called by each tab that asked about it, so perhaps more than once, and for what has
   * ended; what it throws is not told.
   */
  stop?(taskId: string): Promise<void> | void;
}

/** Declares a provider; gives its type to an editor. */
export const defineProvider = <P extends VideoProvider>(provider: P): P => provider;
