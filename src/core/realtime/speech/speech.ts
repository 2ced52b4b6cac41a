// What is spoken in a call: the voice of both sides, and the way of the user's speech to the server.
import type { AudioFormat } from '../../../protocol/session.js';
import type { HeardPart } from '../../audio/playout-ledger.js';
import type { ClientEvent, ServerEvent } from '../../dialects/dialect.js';
import type { VoxreelError } from '../../errors.js';
import type { Transport, Wire } from '../../transports/transport.js';
import type { DeviceChange } from './chosen-microphone.js';
import { endTurn, startTurn, type PushToTalkOptions, type StopTalkingOptions } from './push-to-talk.js';
import type { SoundOptions } from './sound-options.js';
import { createSpeechDelivery, type SpeechDelivery } from './speech-delivery.js';
import type { SentChunk } from './sound-wire.js';
import { Voice } from './voice.js';

export type { StopTalkingOptions };

/** What the session is configured as, as far as it is about speech. */
export interface SpeechSettings {
  inputFormat(): AudioFormat;
  /** Samples a second that this wire wants of pcm16; undefined for the page's own. */
  inputRateHz(): number | undefined;
  /** Of answers, where the service does not say. */
  outputFormat(): AudioFormat;
  /** The user says where a turn ends; else the server hears it. */
  byHand(): boolean;
}

export interface SpeechSender {
  /** Straight to the wire; false when there is none. */
  transmit(event: ClientEvent): boolean;
  /** It has left already. */
  sent(event: ClientEvent): void;
  /** Now, or on the next wire. */
  send(event: ClientEvent): void;
}

export interface SpeechListener {
  heard(parts: readonly HeardPart[]): void;
  /** Another microphone is in use, by no choice of the page. */
  changed(change: DeviceChange): void;
  /** Much was left out because the wire is too slow. */
  strained(): void;
  failed(error: VoxreelError): void;
}

export class Speech {
  readonly voice: Voice;
  readonly delivery: SpeechDelivery;
  readonly #pushToTalk: PushToTalkOptions;

  constructor(sound: SoundOptions, settings: SpeechSettings, sender: SpeechSender, listener: SpeechListener) {
    const { heard, changed, strained, failed } = listener;
    const level = () => this.voice.levels.microphone;
    this.delivery = createSpeechDelivery({ send: sender.transmit, byHand: settings.byHand, level, failed, strained });
    const append = (audio: string, durationMs: number, sent?: SentChunk) => {
      if (sent !== undefined) sender.sent({ type: 'input_audio_buffer.append', event_id: sent.eventId, audio });
      const accepted = this.delivery.append(audio, durationMs, sent?.wire);
      if (accepted && sent === undefined) this.voice.sendByThread();
      return accepted;
    };
    this.voice = new Voice(sound, settings, { append, heard, changed, failed });
    this.#pushToTalk = { voice: this.voice, delivery: this.delivery, send: sender.send, failed };
  }

  opened(wire: Wire, transport: Transport): void {
    this.delivery.opened(wire, transport);
    this.voice.opened(wire, transport);
    this.voice.sendByThread();
  }

  lost(): void {
    this.delivery.lost();
    this.voice.lost();
  }

  observe(event: ServerEvent): void {
    this.delivery.observe(event);
  }

  startTurn(): void {
    startTurn(this.#pushToTalk);
  }

  endTurn(options?: StopTalkingOptions): void {
    void endTurn(this.#pushToTalk, options);
  }

  /** Stops both directions; a later microphone or wire begins again. */
  close(): void {
    this.delivery.close();
    this.voice.close();
  }
}
