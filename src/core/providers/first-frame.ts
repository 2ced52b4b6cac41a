// What providers that tell frames by their place in a list need of them. Knows no provider.
import { VoxreelError } from '../errors.js';

/** The first frame. Throws `invalid_input` without one: a last frame alone would be taken for the first. */
export function needFirst<Image>(image: Image | undefined): Image {
  if (image !== undefined) return image;
  throw new VoxreelError('invalid_input', 'A last frame needs a first one beside it.', { param: 'image' });
}
