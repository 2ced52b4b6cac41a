// What the other side shows, while it sends pictures over the connection.
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';

const tells = ['mute', 'unmute', 'ended'] as const;

export class RemoteVideo implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #track: MediaStreamTrack | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** The track may belong to the page and outlast the element. */
  hostDisconnected(): void {
    this.#follow(undefined);
  }

  /** Undefined while nothing is to be seen: a connection has a track before it has pictures. */
  view(stream: MediaStream | undefined, label: string): TemplateResult | undefined {
    this.#follow(this.#host.isConnected ? stream?.getVideoTracks()[0] : undefined);
    const track = this.#track;
    if (stream === undefined || track === undefined || track.muted || track.readyState === 'ended') return undefined;
    return html`<video
      class="remote-video"
      part="remote-video"
      aria-label=${label}
      autoplay
      playsinline
      .muted=${true}
      .srcObject=${stream}
    ></video>`;
  }

  #follow(track: MediaStreamTrack | undefined): void {
    if (track === this.#track) return;
    for (const type of tells) this.#track?.removeEventListener(type, this.#again);
    this.#track = track;
    for (const type of tells) track?.addEventListener(type, this.#again);
  }

  readonly #again = (): void => this.#host.requestUpdate();
}
