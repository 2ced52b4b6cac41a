// What a test of all voice services needs of each: a maker that speaks its wire as its SDK's types have it.
import type { SessionConfig } from 'voxreel';
import type { Service } from 'voxreel/services';

/** Frames of the maker, in the order in which it says them. */
export type Frames = readonly (object | Uint8Array)[];

export interface VoiceJudge {
  readonly id: string;
  /** From what the frames were written. */
  readonly played: string;
  /** The key as the service has it. */
  readonly key: string;
  readonly model: string;
  service(baseUrl: string): Service;
  /** What a page asks for. */
  readonly session: SessionConfig;
  /** Plain requests before the connection: the answer to each. `url` is that of the maker's socket server. */
  answer?(path: string, url: string): object;
  /** Said at once after the handshake, before anything was heard. */
  readonly hello?: Frames;
  /** The session as the maker hears it: the last frame before it is ready. */
  readonly opening: object;
  /** The same where the maker hears who speaks. */
  named?(userId: string): object;
  /** What it says once it has heard that. */
  readonly ready: Frames;
  /** How the path and the headers of the handshake must look. */
  readonly handshake: { readonly path: string; readonly header?: readonly [name: string, value: string] };
  /** Base64 of the sound in a frame that it hears, or bytes. */
  soundIn(frame: unknown): string | undefined;
  /** The user has said something. */
  user(words: string): Frames;
  /** An answer, whole. */
  answers(words: string, sound: string): Frames;
  /** The beginning of an answer. */
  begins(words: string, sound: string): Frames;
  /** The user speaks, and the answer stops. */
  interrupts: Frames;
  calls(call: { readonly id: string; readonly name: string; readonly arguments: string }): Frames;
  /** The result of a call, as it is sent back. */
  result(call: { readonly id: string; readonly name: string }, output: string): object;
  /** What is written by the user, and wants an answer. */
  written?(words: string): readonly object[];
  /** Whether a new connection goes on where the old one broke. */
  resumed?: { readonly opening: object; readonly ready: Frames };
}
