// A page that makes a film, and gives it to the service.
import { makeFilm } from '../video-work.mjs';

globalThis.makeFilm = makeFilm;
