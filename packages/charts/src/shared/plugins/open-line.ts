import { toError } from './plugin-fault.ts';
import { frameHouse } from './plugin-frames.ts';
import type { LineEvents, PluginLine } from './plugin-worker-line.ts';

export interface LineSource {
  readonly name: string;
  /** The page of the frame, which is sandboxed and has no network. */
  readonly frameAddress: string;
  /** The plugin's definition and the program that asks it, as texts that the page does not run. */
  readonly loadCode: () => Promise<{ readonly code: string; readonly runtime: string }>;
}

/** Opens a worker in a hidden frame without an origin, and a port to it. */
export function openLine({ name, frameAddress, loadCode }: LineSource, events: LineEvents): PluginLine {
  const frame = document.createElement('iframe');
  const { port1: port, port2: theirs } = new MessageChannel();
  const loading = loadCode();
  const start = ({ source, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || !isReady(data)) return;
    window.removeEventListener('message', start);
    events.onFrame();
    loading.then(
      // A frame without an origin cannot be named as the receiver; only this frame gets what is sent to its window.
      (texts) => frame.contentWindow?.postMessage({ kind: 'start', ...texts }, '*', [theirs]),
      (error: unknown) => events.onFailure(toError(error)),
    );
  };
  const leave = () => {
    window.removeEventListener('message', start);
    port.onmessage = null;
    port.close();
    frame.remove();
  };
  const leaveHouse = frameHouse.enter({ leave, comeBack: events.onMoved });
  loading.catch(() => undefined);
  port.onmessage = ({ data }: MessageEvent<unknown>) => events.onMessage(data);
  window.addEventListener('message', start);
  frame.hidden = true;
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = name;
  frame.src = frameAddress;
  document.body.append(frame);
  return {
    send: (question) => port.postMessage(question),
    end: () => {
      leaveHouse();
      leave();
    },
  };
}

const isReady = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'ready';
