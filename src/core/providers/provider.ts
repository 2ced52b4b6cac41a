// The contract of a video provider: what its models take, how a draft becomes a request, how an answer reads.
import type { FieldLimits, NeededFields, OptionalFields, Range, ReferenceRole, VideoReference } from '../../protocol/video-fields.js';
import type { VideoCost, VideoOutput, VideoReading } from '../../protocol/video-reading.js';
import type { VideoRequest } from '../../protocol/video.js';
import { VoxreelError } from '../errors.js';
import type { StandardResult, StandardSchema } from '../standard-schema.js';

export type { ReferenceRole, StandardResult, StandardSchema, VideoCost, VideoOutput, VideoReading, VideoReference };

/** What a person asks for. Only `model` and `prompt` are needed. The fields are those of the one list in the protocol. */
export interface VideoDraft extends NeededFields, OptionalFields {}

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

/** Of single numbers (`durations` in seconds, `fps`, `n`) as the list of fields has them: the allowed values, or a range. */
export interface ProviderLimits extends FieldLimits {
  /** Fields of a draft these models make no use of: sent all the same, with a warning. */
  readonly ignores?: readonly (keyof VideoDraft)[];
  /** `<width>x<height>` */
  readonly sizes?: readonly string[];
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
  /** Pictures of people, things and styles (`references` of a draft), encoded as `images` says. Absent: these models take none. */
  readonly references?: {
    /** How many. */
    readonly max: number;
    /** What they may show, where the service tells that apart; absent: anything, and a role is not needed. */
    readonly roles?: readonly ReferenceRole[];
    /** They take no frames beside them. */
    readonly alone?: boolean;
    /** Seconds of a video with references, where they leave less choice than `durations`. */
    readonly durations?: readonly number[] | Range;
  };
}

/** How long a video of a draft with these references may be, in seconds: the allowed values, or a range; undefined where anything goes. */
export const allowedDurations = (
  references: readonly unknown[] | undefined,
  limits: { readonly durations?: Durations; readonly references?: { readonly durations?: Durations } | undefined },
): Durations => (references?.length ? limits.references?.durations : undefined) ?? limits.durations;

type Durations = ProviderLimits['durations'] | undefined;

/** What a video will cost. */
export interface VideoEstimate extends VideoCost {}

/** How often the service wants to be asked. */
export interface PollHint {
  /** Milliseconds before the first query, and between queries. */
  readonly firstMs?: number;
  readonly everyMs?: number;
  /** Milliseconds after which a task that never ends is given up. Default 24 h. */
  readonly deadlineMs?: number;
}

/** The page's half of a model: its limits, form and words, and its request where that is special. A plain object. */
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

/** What a provider's own service says of a task. */
export interface ServiceReading extends VideoReading {
  /** Milliseconds before it is worth asking again. */
  readonly waitMs?: number | undefined;
}

/** Replaces the documents' two endpoints for one provider. */
export interface VideoService {
  /** A repeated key gets the first answer and costs nothing twice: a request in doubt is then repeated without asking. */
  readonly idempotent?: boolean;
  create(draft: VideoDraft, context: { readonly idempotencyKey: string; readonly signal: AbortSignal }): Promise<ServiceReading>;
  /** `signal` fires when the queue closes. `draft`: what was asked for, with its seed and the files that are still available, for work that ended with the page and is done again. */
  query(taskId: string, context: { readonly draft: VideoDraft; readonly signal: AbortSignal }): Promise<ServiceReading>;
  /**
   * Nobody waits for it any more: work on it may end. Called by each tab that asked about it, so perhaps more than once, and for what has
   * ended; what it throws is not told.
   */
  stop?(taskId: string): Promise<void> | void;
}

/** Declares a provider; gives its type to an editor. */
export const defineProvider = <P extends VideoProvider>(provider: P): P => provider;

/**
 * The first frame, for a wire that tells frames by their place in a list. Throws `invalid_input` without one: a last frame alone would be taken for the first.
 * @param draft The draft to check.
 */
export function requireFirstFrame<Image>({ image }: { readonly image?: Image | undefined }): Image {
  if (image !== undefined) return image;
  throw new VoxreelError('invalid_input', 'A last frame needs a first one beside it.', { param: 'image' });
}
