// The worker for sockets and sound, so that a busy page is not heard. Outside a worker nothing happens.
import { openaiBeta } from '../../dialects/openai-beta.js';
import { openaiGa } from '../../dialects/openai-ga.js';
import { vendor } from '../../dialects/vendor.js';
import type { SocketId, ThreadCommand, ThreadReport } from './messages.js';
import { createWorkerMicrophone } from './worker-microphone.js';
import { createWorkerPlayer } from './worker-player.js';
import { WorkerSocket } from './worker-socket.js';

function serve(): void {
  const post = (report: ThreadReport) => postMessage(report);
  const player = createWorkerPlayer(post);
  const microphone = createWorkerMicrophone(post);
  const sockets = new Map<SocketId, WorkerSocket>();

  const obeyed: { readonly [K in ThreadCommand['kind']]: (command: Extract<ThreadCommand, { kind: K }>) => void } = {
    open(command) {
      const dialect = [openaiGa, openaiBeta].find(({ id }) => id === command.dialect) ?? vendor;
      sockets.set(command.socket, new WorkerSocket(command, { dialect, player, post }));
    },
    send: ({ socket, data }) => sockets.get(socket)?.send(data),
    close({ socket, code, reason }) {
      sockets.get(socket)?.close(code, reason);
      sockets.delete(socket);
    },
    begin: ({ socket, format }) => sockets.get(socket)?.begin(format),
    player: ({ sampleRateHz, output }) => player.begin(sampleRateHz, output),
    connect: ({ port }) => player.current?.connect(port),
    output: ({ output }) => player.output(output),
    push: ({ itemId, contentIndex, samples, sampleRateHz }) => player.current?.push(itemId, contentIndex, samples, sampleRateHz),
    end: ({ itemId, contentIndex }) => player.current?.end(itemId, contentIndex),
    interrupt({ cut, responseId, output }) {
      player.output(output);
      player.interrupt(cut, [responseId, ...Array.from(sockets.values(), (socket) => socket.responseId)]);
    },
    stop: player.stop,
    capture: microphone.read,
    flush: ({ capture, flush }) => void microphone.flush(capture).then(() => post({ kind: 'flushed', flush })),
    release: ({ capture }) => microphone.release(capture),
    gate: ({ isOpen }) => microphone.gate(isOpen),
    speech: ({ socket, seen }) => microphone.sendOver(sockets.get(socket), seen),
  };
  addEventListener('message', ({ data }: MessageEvent<ThreadCommand>) => obeyed[data.kind](data as never));
  post({ kind: 'ready' });
}

if ('WorkerGlobalScope' in globalThis) serve();
