// The type of a file in a request: a picture, a video or sound.
import { refuse } from '../answers/answers.js';

/** What is drawn or played. A picture that is a program is none. */
const media = /^(?:image\/(?!svg)[\w.+-]{1,60}|video\/[\w.+-]{1,60}|audio\/[\w.+-]{1,60})$/;

/** `video/mp4`, without parameters; undefined for anything else than a picture, a video or sound. */
export function mediaTypeIn(headers: Headers): string | undefined {
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return media.test(type) ? type : undefined;
}

/** The same; or the refusal to answer with. */
export function mediaType({ headers }: Request): string | Response {
  const type = mediaTypeIn(headers);
  if (type === undefined) return refuse(400, 'content_type_not_allowed', 'The body must be a picture, a video or sound.', 'Content-Type');
  return (headers.get('content-encoding') ?? 'identity') === 'identity'
    ? type
    : refuse(400, 'content_encoding_not_allowed', 'The body may not be compressed.', 'Content-Encoding');
}
