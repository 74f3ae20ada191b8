import type { PluginRequest } from '@powerset/chart-kit';
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react';
import type { ChartViewProps } from '../view-props.ts';
import type { Say } from './plugin-fault.ts';
import { openViewFrame, type ViewFrame } from './view-frame.ts';

/** What an asked chart hands to the view of a plugin: its form, model and options as JSON, which the page does not read. */
export interface FramedPicture {
  readonly picture: string;
}

type FrameProps = ChartViewProps<unknown, FramedPicture>;

/** The view of a plugin in the frame of its own: `address` is its page. */
export function createFrameView(address: string, say: Say): ComponentType<FrameProps> {
  return (props) => <PluginFrame {...props} {...{ address, say }} />;
}

/** The plugin's view sees what it is to draw and the theme, and nothing of the page. What goes wrong in it is told as of any other view. */
function PluginFrame(props: FrameProps & { readonly address: string; readonly say: Say }) {
  const { address, say, width, height, title, definition } = props;
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<ViewFrame | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const request = useRequest(props);
  const name = definition.name;
  useEffect(() => {
    if (!place.current) return undefined;
    frame.current = openViewFrame({
      place: place.current,
      ...{ address, name, say },
      onDrawn: (ms) => latest.current.onRendered?.(ms),
      onSelected: (selection) => latest.current.onSelect?.(selection),
      onFault: setFailure,
    });
    return () => frame.current?.end();
  }, [address, name, say]);
  useEffect(() => frame.current?.fit({ width, height, title: title ?? name }), [width, height, title, name]);
  useEffect(() => frame.current?.draw(request), [request]);
  if (failure) throw failure;
  return <div ref={place} />;
}

/** The same request for the same drawing; a number tells which one an answer is about. */
function useRequest(props: FrameProps): PluginRequest {
  const { options, width, height, theme, selectedLabels, title, definition, locale = 'en' } = props;
  const number = useRef(0);
  const takesSelections = props.onSelect !== undefined;
  const { picture } = options;
  return useMemo(() => {
    number.current += 1;
    return {
      kind: 'draw',
      number: number.current,
      drawing: {
        ...{ picture, width, height, theme, selectedLabels, takesSelections, locale },
        title: title ?? definition.name,
      },
    };
  }, [picture, width, height, theme, selectedLabels, takesSelections, title, definition, locale]);
}
