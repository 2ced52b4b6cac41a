// Gives a video its address only while it is near the screen: a browser holds few players at a time.
import { nothing, type ElementPart } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';

const watched = new WeakMap<Element, (near: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** Made apart: what lives as long as the page must not see the first element that asked. */
const createObserver = (): IntersectionObserver =>
  new IntersectionObserver(
    (entries) => {
      for (const entry of entries) watched.get(entry.target)?.(entry.isIntersecting);
    },
    { rootMargin: '400px' },
  );

function watch(element: Element, tell: (near: boolean) => void): () => void {
  observer ??= createObserver();
  watched.set(element, tell);
  observer.observe(element);
  return () => {
    watched.delete(element);
    observer?.unobserve(element);
  };
}

/** Each player begins or ends in a separate task: twenty at once would hold up the page. */
const turns = new Set<() => void>();

function inTurn(turn: () => void): void {
  if (turns.size === 0) setTimeout(takeTurn);
  turns.add(turn);
}

function takeTurn(): void {
  const [turn] = turns;
  if (turn === undefined) return;
  turns.delete(turn);
  if (turns.size > 0) setTimeout(takeTurn);
  turn();
}

class InViewDirective extends AsyncDirective {
  #video: HTMLVideoElement | undefined;
  #url = '';
  #near = false;
  #undo: (() => void) | undefined;

  render(_url: string): typeof nothing {
    return nothing;
  }

  override update({ element }: ElementPart, [url]: [string]): typeof nothing {
    if (!(element instanceof HTMLVideoElement)) return nothing;
    this.#video = element;
    this.#url = url;
    this.#undo ??= watch(element, (near) => this.#move(near));
    if (this.#near) this.#fill();
    return nothing;
  }

  override disconnected(): void {
    this.#undo?.();
    this.#undo = undefined;
    this.#move(false);
  }

  override reconnected(): void {
    const video = this.#video;
    if (video !== undefined) this.#undo = watch(video, (near) => this.#move(near));
  }

  #move(near: boolean): void {
    this.#near = near;
    inTurn(this.#turn);
  }

  readonly #turn = (): void => {
    if (this.#near) this.#fill();
    else if (this.#video?.paused === true) this.#empty();
  };

  #fill(): void {
    if (this.#url === '') this.#empty();
    else if (this.#video?.getAttribute('src') !== this.#url) this.#video?.setAttribute('src', this.#url);
  }

  #empty(): void {
    const video = this.#video;
    if (video?.hasAttribute('src') !== true) return;
    video.removeAttribute('src');
    video.load();
  }
}

/** Stands on a `<video>`. An empty address takes away the one before. */
export const inView = directive(InViewDirective);
