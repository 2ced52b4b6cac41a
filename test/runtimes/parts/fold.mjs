import { foldConversation, initialConversation, transcript } from 'voxreel';

import { check, equal } from '../check.mjs';

/** A recorded conversation comes to the lines that were spoken. */
export function fold({ recording }) {
  const events = recording
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const state = events.reduce(foldConversation, initialConversation);
  const lines = transcript(state);
  equal(lines.length, 20, 'lines of the transcript');
  const [asked, call, result] = lines.slice(4);
  equal([asked.text, call.text], ['What is the weather in Lisbon?', 'get_weather({"city":"Lisbon"})'], 'the turn with a tool');
  equal([result.role, lines[9].status], ['tool', 'incomplete'], 'a result, and an answer that was cut');
  check(foldConversation(state, undefined) === state, 'what is no event changed the state');
}
