// The words of the sheet that makes a video. Loaded with it.
import { createWordBook } from '../../shared/strings.js';
import { filmEnglish, type FilmWords } from '../../shared/strings.voice-film.en.js';

export type { FilmWords };

export const filmWords = /* @__PURE__ */ createWordBook<FilmWords>('voiceFilm', filmEnglish);
