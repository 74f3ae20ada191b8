import { type CrossFilterSelection, msg, type PluginReport, type PluginRequest } from '@powerset/chart-kit';
import type { Say } from './plugin-fault.ts';
import styles from './plugin-frame.module.css';
import { type FrameTenant, frameHouse } from './plugin-frames.ts';
import { listenToView } from './view-reports.ts';

export interface ViewFrameOptions {
  readonly place: HTMLElement;
  /** Its page, sandboxed and without a network. */
  readonly address: string;
  /** Of the plugin. */
  readonly name: string;
  readonly say: Say;
  readonly onDrawn: (ms: number) => void;
  readonly onSelected: (selection: CrossFilterSelection | null) => void;
  /** It is gone for good. */
  readonly onFault: (error: Error) => void;
}

export interface ViewFrame {
  readonly draw: (request: PluginRequest) => void;
  readonly fit: (size: FrameSize) => void;
  readonly end: () => void;
}

interface FrameSize {
  readonly width: number;
  readonly height: number;
  readonly title: string;
}

/** So long a view may take to come up, and to draw. */
const patienceMs = 15_000;
const drawMs = 8000;

/** Whether the frame is on its way, has nothing to do, was asked to draw, or has begun to. */
type FrameState = 'coming' | 'idle' | 'asked' | 'drawing';

/**
 * The frame of a view, without an origin and without a network. One that hangs, floods the page with messages or leaves its
 * own page is taken away; others come up anew where it kept them from answering.
 */
export function openViewFrame(options: ViewFrameOptions): ViewFrame {
  const { name } = options;
  const slot = createSlot(options);
  let wanted: PluginRequest | null = null;
  const now: { state: FrameState; isRetried: boolean; isEnded: boolean } = {
    ...{ state: 'coming', isRetried: false, isEnded: false },
  };
  const end = () => {
    now.isEnded = true;
    stopListening();
    leaveHouse();
    slot.leave();
  };
  const fail = (error: Error) => {
    if (now.isEnded) return;
    end();
    options.onFault(error);
  };
  const fault = (text: string, values = {}) => fail(new Error(options.say(text, { name, ...values })));
  const send = () => {
    if (!wanted) return;
    now.state = 'asked';
    slot.wait(drawMs, giveUp);
    slot.send(wanted);
  };
  /** Code that never ends stands in the way of all frames; one that has not begun is not to blame, once. */
  const giveUp = () => {
    const isOwnFault = now.state === 'drawing' || now.isRetried;
    now.isRetried = true;
    frameHouse.clear(isOwnFault ? tenant : undefined);
    if (!isOwnFault) return;
    if (now.state === 'coming') fault(msg('The view of the plugin {{name}} did not come up.'));
    else fault(msg('The plugin {{name}} took longer than {{seconds}} seconds.'), { seconds: drawMs / 1000 });
  };
  const arrive = () => {
    if (now.state !== 'coming') return fault(msg('The view of the plugin {{name}} left its page.'));
    slot.stopWaiting();
    now.state = 'idle';
    send();
  };
  const finish = (ms: number) => {
    slot.stopWaiting();
    Object.assign(now, { state: 'idle', isRetried: false });
    options.onDrawn(ms);
  };
  const take = (report: PluginReport) => {
    if (report.kind === 'selected') options.onSelected(report.selection);
    else if (report.kind === 'failed') fault(msg('The plugin {{name}} says: {{message}}'), { message: report.message });
    else if (report.kind === 'ready') arrive();
    else if (report.number !== wanted?.number) return;
    else if (report.kind === 'begun') now.state = 'drawing';
    else finish(report.ms);
  };
  const come = () => {
    now.state = 'coming';
    slot.come();
    slot.wait(patienceMs, giveUp);
  };
  const tenant: FrameTenant = { leave: slot.leave, comeBack: () => now.isEnded || come() };
  const leaveHouse = frameHouse.enter(tenant);
  const stopListening = listenToView({
    frame: slot.frame,
    onReport: take,
    onFlood: () => fault(msg('The plugin {{name}} sent what nobody asked for, and was stopped.')),
  });
  come();
  return {
    draw: (request) => {
      wanted = request;
      if (now.state !== 'coming' && !now.isEnded) send();
    },
    fit: slot.fit,
    end,
  };
}

/** The place of a view, and the frame that stands there today: one that comes after another has nothing of it. */
function createSlot({ place, address }: Pick<ViewFrameOptions, 'place' | 'address'>) {
  let frame = createFrame(address);
  let size: FrameSize | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopWaiting = () => clearTimeout(timer);
  return {
    frame: () => frame,
    come: () => {
      frame = Object.assign(createFrame(address), size);
      place.append(frame);
    },
    leave: () => {
      stopWaiting();
      frame.remove();
    },
    wait: (ms: number, late: () => void) => {
      stopWaiting();
      timer = setTimeout(late, ms);
    },
    stopWaiting,
    // A frame without an origin cannot be named as the receiver; only this frame gets what is sent to its window.
    send: (request: PluginRequest) => frame.contentWindow?.postMessage(request, '*'),
    fit: (next: FrameSize) => {
      size = next;
      Object.assign(frame, next);
    },
  };
}

function createFrame(address: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.className = styles.frame ?? '';
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.dataset.test = 'plugin-frame';
  frame.src = address;
  return frame;
}
