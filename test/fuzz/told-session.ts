// A session that hears whatever a test lets its service say.
import { createRealtimeSession } from 'voxreel';
import type { RealtimeSession, Transport, TransportTarget, VoiceTool } from 'voxreel';

/** `say`: a text of the wire, as the service sent it. */
export async function openToldSession(
  audio: Transport['audio'],
  tools: readonly VoiceTool[],
): Promise<{ readonly session: RealtimeSession; say(text: string): void }> {
  let target: TransportTarget | undefined;
  const session = createRealtimeSession({
    baseUrl: 'https://service.example',
    model: 'm',
    getToken: async () => 'token_for_nobody',
    transports: [
      {
        id: 'told',
        audio,
        async open(given) {
          target = given;
          return { send: () => {}, bufferedBytes: 0, maxMessageBytes: 1e9, close: () => {} };
        },
      },
    ],
    tools,
    reconnect: false,
  });
  await session.connect();
  return { session, say: (text) => target?.handlers.message(text) };
}
