// Writes the recordings the stories play, an event a line as a session exports it: `node stories/recordings/write.mjs`. What is said is made up; the events, their
// order and their fields are those of the service's document.
import { writeFile } from 'node:fs/promises';

/** Milliseconds a word takes to say, and to arrive. */
const [saidMs, sentMs] = [310, 90];
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const wordsIn = (text) => [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length;
const audioLength = (ms) => Math.ceil((ms * 48) / 3) * 4;

/** One conversation: `lines` collects its events, the rest adds to them. */
function conversation(session) {
  const lines = [];
  let at = 0;
  let number = 0;
  const id = (kind) => `${kind}_${String(++number).padStart(3, '0')}`;
  const put = (from, event, laterMs = 0) => lines.push({ at: at + laterMs, from, event });
  const server = (type, fields, laterMs) => put('server', { event_id: id('event'), type, ...fields }, laterMs);
  const item = (fields) => server('conversation.item.created', { previous_item_id: null, item: { object: 'realtime.item', ...fields } });
  server('session.created', {
    session: { object: 'realtime.session', id: 'sess_story', status: 'active', expires_at: 1_795_250_000, ...session },
  });
  at += 400;

  const speaks = session.modalities.includes('audio');
  const usage = (text) => ({ total_tokens: 220 + text.length, input_tokens: 180, output_tokens: 40 + text.length });
  const done = (response, item, text) => {
    server('response.output_item.done', { response_id: response, output_index: 0, item: { ...item, status: 'completed' } });
    const output = [{ ...item, status: 'completed' }];
    server('response.done', { response: { id: response, object: 'realtime.response', status: 'completed', output, usage: usage(text) } });
    server('rate_limits.updated', {
      rate_limits: [
        { name: 'requests', limit: 60, remaining: 60 - Math.round(number / 12), reset_seconds: 24 },
        { name: 'tokens', limit: 50_000, remaining: 48_000 - number * 210, reset_seconds: 41 },
      ],
    });
    at += 900;
  };
  return {
    lines,
    /** Said aloud and transcribed. */
    says(text) {
      const item_id = id('item');
      const ms = wordsIn(text) * saidMs;
      server('input_audio_buffer.speech_started', { audio_start_ms: at, item_id });
      at += ms;
      server('input_audio_buffer.speech_stopped', { audio_start_ms: at, item_id });
      at += 500;
      server('input_audio_buffer.committed', { previous_item_id: null, item_id });
      item({ id: item_id, type: 'message', role: 'user', status: 'completed', content: [{ type: 'audio', transcript: null }] });
      at += 300;
      server('conversation.item.input_audio_transcription.completed', { item_id, content_index: 0, transcript: text });
    },
    /** Something nobody could make out. */
    mumbles() {
      const item_id = id('item');
      server('input_audio_buffer.committed', { previous_item_id: null, item_id });
      item({ id: item_id, type: 'message', role: 'user', status: 'completed', content: [{ type: 'audio', transcript: null }] });
      const error = {
        type: 'transcription_error',
        code: 'audio_unintelligible',
        message: 'The audio could not be transcribed.',
        param: null,
      };
      server('conversation.item.input_audio_transcription.failed', { item_id, content_index: 0, error });
      at += 600;
    },
    types(text) {
      const content = [{ type: 'text', text }];
      const event = { type: 'conversation.item.create', item: { id: id('item'), type: 'message', role: 'user', content } };
      put('client', event);
      item({ ...event.item, status: 'completed' });
      put('client', { type: 'response.create' });
      at += 300;
    },
    /** `heardWords`: cut off after so many of them. */
    answers(text, heardWords) {
      const [response, item_id] = [id('resp'), id('item')];
      const place = { response_id: response, item_id, output_index: 0, content_index: 0 };
      server('response.created', {
        response: { id: response, object: 'realtime.response', status: 'in_progress', output: [], usage: null },
      });
      const message = { id: item_id, object: 'realtime.item', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
      server('response.output_item.added', { response_id: response, output_index: 0, item: message });
      item(message);
      server('response.content_part.added', { ...place, part: speaks ? { type: 'audio', transcript: '' } : { type: 'text', text: '' } });
      const pieces = text.match(/(?:\S+\s*){1,6}/g) ?? [];
      const kind = speaks ? 'response.audio_transcript' : 'response.text';
      let ms = 0;
      for (const [index, piece] of pieces.entries()) {
        const words = wordsIn(piece);
        server(`${kind}.delta`, { ...place, delta: piece }, index * sentMs);
        if (!speaks) continue;
        put(
          'server',
          { event_id: id('event'), type: 'response.audio.delta', ...place, delta_length: audioLength(words * saidMs) },
          index * sentMs,
        );
        ms += words * saidMs;
      }
      at += pieces.length * sentMs + 1;
      if (heardWords === undefined) server(`${kind}.done`, { ...place, [speaks ? 'transcript' : 'delta']: text });
      const heardMs = heardWords === undefined ? ms : heardWords * saidMs;
      const steps = speaks ? Math.ceil(heardMs / 600) : 0;
      for (let heard = 600; heard <= steps * 600; heard += 600)
        put('page', { type: 'local.heard', item_id, content_index: 0, audio_end_ms: Math.min(heard, heardMs) }, heard);
      if (speaks) at += heardMs + 200;
      if (heardWords !== undefined) {
        put('client', { type: 'conversation.item.truncate', item_id, content_index: 0, audio_end_ms: heardMs });
        server('conversation.item.truncated', { item_id, content_index: 0, audio_end_ms: heardMs });
      }
      done(response, { ...message, content: [speaks ? { type: 'audio', transcript: text } : { type: 'text', text }] }, text);
    },
    /** A function call, run at once. */
    calls(name, args, output) {
      const [response, item_id, call_id] = [id('resp'), id('item'), id('call')];
      const call = { id: item_id, object: 'realtime.item', type: 'function_call', status: 'in_progress', name, call_id, arguments: '' };
      const text = JSON.stringify(args);
      server('response.created', {
        response: { id: response, object: 'realtime.response', status: 'in_progress', output: [], usage: null },
      });
      server('response.output_item.added', { response_id: response, output_index: 0, item: call });
      item(call);
      server('response.function_call_arguments.done', { response_id: response, item_id, output_index: 0, call_id, name, arguments: text });
      done(response, { ...call, arguments: text }, text);
      put('page', { type: 'local.tool', call_id, status: 'running' });
      at += 400;
      put('page', { type: 'local.tool', call_id, status: 'done' });
      item({ id: id('item'), type: 'function_call_output', status: 'completed', call_id, output: JSON.stringify(output) });
    },
  };
}

const spoken = (voice, instructions) => ({
  model: 'realtime-large',
  modalities: ['text', 'audio'],
  voice,
  instructions,
  input_audio_transcription: { model: 'transcribe-1' },
  turn_detection: { type: 'server_vad', threshold: 0.5, prefix_padding_ms: 300, silence_duration_ms: 500 },
});
const written = (instructions) => ({ model: 'realtime-large', modalities: ['text'], instructions });

const talk = conversation(spoken('aria', 'You know the valley and its paths. Answer in two sentences.'));
talk.says('What is the tallest tree in this valley?');
talk.answers('The Douglas fir by the old mill, at about sixty-one metres. It was planted in eighteen ninety by the miller’s daughter.', 11);
talk.says('And how is the path up there today?');
talk.calls('trail_status', { trail: 'mill loop' }, { open: true, note: 'upper bridge wet' });
talk.answers('The mill loop is open, though the upper bridge is wet after the rain, so take the lower one.');
talk.says('How long does it take with two children?');
talk.answers('About an hour and a half, with a stop at the weir. Bring a second pair of socks.');

const translation = conversation(spoken('mira', 'Translate what you hear: Chinese into English, English into Chinese. Say nothing else.'));
translation.says('请问去火车站怎么走？');
translation.answers('Excuse me, how do I get to the railway station?');
translation.says('Go straight on for two blocks, then left at the bridge. It is about ten minutes on foot.');
translation.answers('直走两个路口，到桥边左转。走路大约十分钟。');
translation.says('谢谢，我赶下午三点的火车。');
translation.answers('Thank you. I am catching the three o’clock train this afternoon.');
translation.says('Then take the tram, it stops right here.');
translation.answers('那您坐有轨电车吧，就在这儿停。');

const transcription = conversation({ ...spoken('aria', ''), modalities: ['text'], instructions: 'Do not answer.' });
for (const text of [
  'Good morning, everybody. Let us begin with the minutes of the last meeting.',
  'The survey of the north slope is done. There were forty-two plots, and thirty-nine of them could be reached.',
  'I move that we buy the second weather station before the winter.',
])
  transcription.says(text);
transcription.mumbles();
transcription.says('Seconded. Then we vote next week, when Amira is back.');

const code = conversation(written('You write small, complete programs. Say in one sentence what each does.'));
code.types('Write a function in TypeScript that retries a request with growing pauses.');
code.answers(`It tries \`times\` times and waits twice as long after each failure, with a little chance in it so that many clients do not come back at once.

\`\`\`ts
export async function retry<T>(action: () => Promise<T>, { times = 5, baseMs = 200 } = {}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (attempt >= times) throw error;
      const pauseMs = baseMs * 2 ** (attempt - 1);
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random() / 2)));
    }
  }
}
\`\`\`

Three things to know:

1. Only retry what may be sent **twice**.
2. Pass an \`AbortSignal\` where the caller can leave.
3. The pauses are:

| attempt | pause |
|--------:|:------|
| 1 | 100 to 200 ms |
| 2 | 200 to 400 ms |
| 3 | 400 to 800 ms |
`);
code.types('And the same in Python?');
code.answers(`\`\`\`python
import random
import time


def retry(action, times=5, base_s=0.2):
    for attempt in range(1, times + 1):
        try:
            return action()
        except Exception:
            if attempt == times:
                raise
            time.sleep(base_s * 2 ** (attempt - 1) * random.uniform(0.5, 1))
\`\`\`

> It catches every exception: name those you expect.
`);

const text = conversation(written('Answer briefly.'));
text.types('Which moss grows on the north side of a tree?');
text.answers(
  'In this climate mostly cypress-leaved plait-moss, *Hypnum cupressiforme*. It needs shade and damp, and the north side has the most of both.',
);
text.types('So it does point north?');
text.answers('Only roughly. In a wet wood it grows all around the trunk, and on a slope it prefers the uphill side. A compass is better.');
text.types('Thank you.');
text.answers('You are welcome.');

for (const [name, { lines }] of Object.entries({ talk, translation, transcription, code, text })) {
  const ordered = lines.toSorted((a, b) => a.at - b.at);
  await writeFile(new URL(`${name}.jsonl`, import.meta.url), ordered.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
