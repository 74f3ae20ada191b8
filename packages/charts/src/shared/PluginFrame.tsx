import type { PluginDrawing, PluginRequest } from '@powerset/chart-kit';
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react';
import styles from './plugin-frame.module.css';
import { readReport } from './plugin-reports.ts';
import type { ChartViewProps } from './view-props.ts';

/** So long a view may take to come up: one that hangs is told instead of leaving its place blank. */
const patienceMs = 15_000;

/** The view of a plugin in the frame of its own: `address` is its page. */
export function createFrameView(address: string): ComponentType<ChartViewProps> {
  return (props) => <PluginFrame {...props} address={address} />;
}

/**
 * A frame without an origin and without a network: the plugin's view sees what it is to draw and the theme, and nothing
 * of the page, its cookies or its calls. What goes wrong in it is told as of any other view.
 */
function PluginFrame(props: ChartViewProps & { readonly address: string }) {
  const { address, width, height, title, definition } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setIsReady] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const request = useRequest(props);
  useEffect(() => {
    const take = ({ source, data }: MessageEvent<unknown>) => {
      if (!frame.current || source !== frame.current.contentWindow) return;
      const report = readReport(data);
      if (report?.kind === 'ready') setIsReady(true);
      else if (report?.kind === 'drawn') latest.current.onRendered?.(report.ms);
      else if (report?.kind === 'failed') setFailure(new Error(report.message));
      else if (report?.kind === 'selected') latest.current.onSelect?.(report.selection);
    };
    window.addEventListener('message', take);
    return () => window.removeEventListener('message', take);
  }, []);
  useEffect(() => {
    if (isReady) return undefined;
    const late = () => setFailure(new Error(`The view of the plugin ${definition.key} did not come up.`));
    const timer = setTimeout(late, patienceMs);
    return () => clearTimeout(timer);
  }, [isReady, definition.key]);
  useEffect(() => {
    if (isReady) send(frame.current, request, setFailure);
  }, [isReady, request]);
  if (failure) throw failure;
  return (
    <iframe
      ref={frame}
      src={address}
      className={styles.frame}
      sandbox="allow-scripts"
      {...{ width, height }}
      title={title ?? definition.name}
      data-test="plugin-frame"
    />
  );
}

/** The same request for the same drawing; a number tells which one an answer is about. */
function useRequest(props: ChartViewProps): PluginRequest {
  const { form, model, options, width, height, theme, selectedLabels, title, definition, locale = 'en' } = props;
  const number = useRef(0);
  const takesSelections = props.onSelect !== undefined;
  return useMemo(() => {
    number.current += 1;
    const drawing: PluginDrawing = {
      ...{ form, model, options, width, height, theme, selectedLabels, takesSelections },
      title: title ?? definition.name,
      locale,
    };
    return { kind: 'draw', number: number.current, drawing };
  }, [form, model, options, width, height, theme, selectedLabels, takesSelections, title, definition, locale]);
}

/** A frame without an origin cannot be named as the receiver; only this frame gets what is sent to its window. */
function send(frame: HTMLIFrameElement | null, request: PluginRequest, onFailure: (error: Error) => void): void {
  try {
    frame?.contentWindow?.postMessage(request, '*');
  } catch {
    onFailure(new Error('The model and the options of a plugin with a view of its own must be plain data.'));
  }
}
