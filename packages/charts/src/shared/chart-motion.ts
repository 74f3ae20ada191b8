import { createContext } from 'react';

/** Whether charts may move from one picture to the next. Not where many change at once: each moving frame costs all of them. */
export const ChartMotion = createContext(true);

/** Takes the first drawing of a picture and makes it, at once or when frames have room for it; returns what calls it off. */
export type EnterDrawing = (draw: () => void) => () => void;

/** When a picture is drawn for the first time. At once, unless charts come into sight while somebody scrolls. */
export const FirstDrawing = createContext<EnterDrawing>((draw) => {
  draw();
  return () => undefined;
});
