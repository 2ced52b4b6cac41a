// The names that providers have for what the gateway caps: one table, by the bare form of the name.
import { numberFields, wireNameOf, type NumberField } from '../../protocol/video-fields.js';
import { bareName } from './folded-names.js';

/** What these may be is written in the list of video fields. */
type CappedField = NumberField | 'model' | 'prompt' | 'image';

export type CappedKind =
  | CappedField
  | 'milliseconds'
  | 'frames'
  | 'size'
  | 'images'
  /** A picture by the end of its name. */
  | 'picture'
  | 'address';

/** Beside the fields' own names. One that some providers use for seconds and others for frames, such as `video_length`, counts as seconds. */
const spellings: Readonly<Partial<Record<CappedKind, string>>> = {
  model: 'model_name model_id req_key engine_id',
  prompt: 'negative_prompt positive_prompt text_prompt prompt_text',
  duration: `seconds n_seconds num_seconds total_seconds video_seconds length video_length clip_length video_duration clip_duration
    duration_s duration_sec duration_secs duration_seconds duration_in_seconds length_seconds`,
  milliseconds: 'duration_ms duration_millis duration_milliseconds video_duration_ms length_ms',
  frames:
    'frames n_frames num_frames number_of_frames frame_num frame_count frames_count total_frames max_frames video_frames frames_number',
  n: `num_videos n_videos number_of_videos video_count videos_count num_outputs n_outputs number_of_outputs output_count batch batch_size
    batch_count sample_count num_samples n_samples number_of_samples samples num_results number_results number_of_results result_count count
    n_variants num_variants number_of_variants variants num_generations generation_count n_iter`,
  fps: 'frame_rate frames_per_second target_fps output_fps video_fps',
  width: 'video_width output_width',
  height: 'video_height output_height',
  size: 'size video_size output_size resolution video_resolution output_resolution target_resolution dimensions',
  image: 'image_tail',
  images: 'images image_urls',
};

const cappedFields: readonly CappedField[] = ['model', 'prompt', 'image', ...numberFields];

const kinds: ReadonlyMap<string, CappedKind> = new Map([
  ...cappedFields.map((name) => [bareName(wireNameOf(name) ?? name), name] as const),
  ...(Object.keys(spellings) as CappedKind[]).flatMap((kind) =>
    (spellings[kind] ?? '').split(/\s+/).map((name) => [bareName(name), kind] as const),
  ),
]);

const imageName = /(?:image|img|picture|photo|frame|mask)s?(?:url|uri|base64|b64|tail|src)?s?\d*$/;
const addressName = /(?:ur[li]|href|link|webhook|callback|endpoint)s?\d*$/;

/** What a field by this name decides, however it is spelled; undefined for nothing that is capped. */
export function cappedKind(name: string): CappedKind | undefined {
  const bare = bareName(name);
  const kind = kinds.get(bare);
  if (kind !== undefined) return kind;
  if (imageName.test(bare)) return 'picture';
  return addressName.test(bare) ? 'address' : undefined;
}
