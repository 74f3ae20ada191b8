import type { AskedDrawing, ChartDefinition, DrawQuestion } from '@powerset/chart-kit';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ChartInput, ChartSpace } from '../draw-chart.ts';
import { hintHeight } from '../hint-height.ts';
import { toError } from './plugin-fault.ts';

export interface AskedChartProps extends ChartInput, ChartSpace {
  readonly definition: ChartDefinition;
  readonly fallback: ReactNode;
  readonly onRemedy?: unknown;
  readonly draw: (drawn: AskedDrawing, height: number) => ReactNode;
}

/** A chart whose model and options are asked for. The last picture stays while the next one is on its way. */
export function AskedChart(props: AskedChartProps): ReactNode {
  const { fallback, draw } = props;
  const [answer, setAnswer] = useState<{ readonly drawn?: AskedDrawing; readonly error?: Error }>({});
  const hint = answer.drawn?.undrawn && !answer.drawn.undrawn.isAll ? answer.drawn.undrawn : null;
  const height = Math.max(1, props.height - (hint ? hintHeight(hint, props) : 0));
  const question = useQuestion(props, height);
  const { asked } = props.definition;
  const latest = useRef<DrawQuestion | null>(null);
  useEffect(() => {
    latest.current = question;
    const isWanted = () => latest.current === question;
    asked?.draw(question).then(
      (drawn) => isWanted() && setAnswer({ drawn }),
      (thrown: unknown) => isWanted() && setAnswer({ error: toError(thrown) }),
    );
    return () => {
      latest.current = null;
    };
  }, [asked, question]);
  if (answer.error) throw answer.error;
  return answer.drawn ? draw(answer.drawn, height) : fallback;
}

function useQuestion(props: AskedChartProps, height: number): DrawQuestion {
  const { form, results, colorOf, theme, width, selectedLabels = nothingSelected } = props;
  const context = useContextData(props);
  return useMemo(
    () => ({
      ...{ form, results, context },
      space: { theme, width, height, selectedLabels },
      ...(colorOf ? { colorOf } : {}),
    }),
    [form, results, context, colorOf, theme, width, height, selectedLabels],
  );
}

const nothingSelected: readonly string[] = [];
const noNames = {};

/** What of a model's context is data. */
function useContextData(props: AskedChartProps): DrawQuestion['context'] {
  const { verboseNames = noNames, columnFormats = noNames, currencies, annotations, answers, now, locale } = props;
  const [from, to] = props.timeBounds ?? [];
  return useMemo(
    () => ({
      ...{ verboseNames, columnFormats },
      ...(currencies ? { currencies } : {}),
      ...(annotations ? { annotations } : {}),
      ...(answers ? { answers } : {}),
      ...(now === undefined ? {} : { now }),
      ...(locale ? { locale } : {}),
      ...(from === undefined || to === undefined ? {} : { timeBounds: [from, to] as const }),
    }),
    [verboseNames, columnFormats, currencies, annotations, answers, now, locale, from, to],
  );
}
