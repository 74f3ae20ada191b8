import { createContext } from 'react';

/** Whether charts may move from one picture to the next. Not where many change at once: each moving frame costs all of them. */
export const ChartMotion = createContext(true);
