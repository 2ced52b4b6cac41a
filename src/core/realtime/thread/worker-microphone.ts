// What is said, in a worker: chunks in the wire's format leave over the socket that the page has named, and otherwise with the page.
import { toBase64 } from '../../../base/base64.js';
import { encodeAudio } from '../../audio/codecs.js';
import type { Capture } from '../../audio/microphone.js';
import { readChunks } from '../../audio/read-chunks.js';
import { congestedBytes } from '../speech/speech-delivery.js';
import type { CaptureCommand, SocketId, ThreadReport } from './messages.js';

/** A socket as far as the microphone needs it. */
export interface SpeechSocket {
  readonly id: SocketId;
  readonly bufferedBytes: number;
  /** Sends one chunk, under this event id. False when it could not. */
  append(audio: string, eventId: string): boolean;
}

export interface WorkerMicrophone {
  read(command: CaptureCommand): void;
  flush(capture: number): Promise<void>;
  release(capture: number): void;
  gate(isOpen: boolean): void;
  /** From now on over this socket, if the page has seen all chunks that there were. */
  sendOver(socket: SpeechSocket | undefined, seen: number): void;
}

export function createWorkerMicrophone(post: (report: ThreadReport) => void): WorkerMicrophone {
  const captures = new Map<number, Capture>();
  const prefix = `event_${Math.random().toString(36).slice(2, 10)}`;
  let socket: SpeechSocket | undefined;
  let isGateOpen = true;
  let told = 0;
  let appended = 0;

  const send = (audio: string) => {
    const eventId = `${prefix}${(++appended).toString(36)}`;
    if (socket !== undefined && socket.bufferedBytes < congestedBytes && socket.append(audio, eventId))
      return { socket: socket.id, eventId };
    // Late speech is worse than a gap: what to leave out is the page's to decide.
    return (socket = undefined);
  };
  return {
    read({ capture, port, format, samplesPerMs }) {
      const reading = readChunks((samples) => {
        if (!isGateOpen) return;
        const audio = toBase64(encodeAudio(samples, format));
        told++;
        post({ kind: 'chunk', capture, audio, durationMs: samples.length / samplesPerMs, sent: send(audio) });
      });
      captures.set(capture, reading(port));
    },
    async flush(capture) {
      await captures.get(capture)?.flush();
      // The page ends a turn with this, or goes over to another microphone: what comes now is its to judge.
      socket = undefined;
    },
    release(capture) {
      captures.get(capture)?.close();
      captures.delete(capture);
    },
    gate(isOpen) {
      isGateOpen = isOpen;
    },
    sendOver(chosen, seen) {
      if (seen === told) socket = chosen;
    },
  };
}
