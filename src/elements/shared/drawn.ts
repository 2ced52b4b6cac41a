// A picture file drawn on a canvas: a canvas needs no `blob:` address, which a strict page refuses.
import { nothing, type ElementPart } from 'lit';
import { Directive, directive, PartType, type PartInfo } from 'lit/directive.js';

import { reportError } from '../../core/emitter.js';

class DrawnDirective extends Directive {
  #drawn: Blob | undefined;

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new TypeError('drawn() stands on a canvas.');
  }

  render(_picture: Blob, _height: number): typeof nothing {
    return nothing;
  }

  override update({ element }: ElementPart, [picture, height]: [Blob, number]): typeof nothing {
    if (picture !== this.#drawn && element instanceof HTMLCanvasElement) {
      this.#drawn = picture;
      void this.#draw(element, picture, height);
    }
    return nothing;
  }

  async #draw(canvas: HTMLCanvasElement, picture: Blob, height: number): Promise<void> {
    try {
      const bitmap = await createImageBitmap(picture, { resizeHeight: height, resizeQuality: 'medium', imageOrientation: 'from-image' });
      if (picture !== this.#drawn) return bitmap.close();
      showBitmap(canvas, bitmap);
    } catch (error) {
      if (!(error instanceof DOMException)) reportError(error);
    }
  }
}

/** `height`: pixels it is drawn with. */
export const drawn = directive(DrawnDirective);

/** Closes `bitmap`. WebKitGTK shows nothing of what a 2D context drew once the layout around it has changed. */
export function showBitmap(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}
