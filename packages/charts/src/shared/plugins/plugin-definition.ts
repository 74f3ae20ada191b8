import {
  type AskedChart,
  type ChartDefinition,
  type ChartFacts,
  type ChartForm,
  type ControlSection,
  controlsOf,
  type DrawQuestion,
  isRecord,
  msg,
} from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import { type Say, toError } from './plugin-fault.ts';
import type { PluginHost } from './plugin-host.ts';
import type { LabelColors } from './plugin-questions.ts';
import { type OwnControls, readDrawing, readLook, readQueries } from './read-answers.ts';
import { readSections } from './read-description.ts';

/** Forms whose queries are remembered. */
const mostRemembered = 200;

export interface AskedPlugin {
  readonly facts: ChartFacts;
  /** Whether it brings a view of its own. */
  readonly hasView: boolean;
  readonly host: PluginHost;
  readonly say: Say;
}

/** A plugin's chart type as the page knows it: its controls as plain data, and what else it says when it is asked. */
export async function loadAskedChart({ facts, hasView, host, say }: AskedPlugin): Promise<ChartDefinition> {
  const { says } = await host.ask({ kind: 'describe' });
  if (!isRecord(says) || says.key !== facts.key)
    throw new Error(
      say(msg('The plugin of the chart type {{type}} was changed: reload the page.'), { type: facts.key }),
    );
  const use = userOf(facts.name, say);
  const sections = use(() => readSections(says.sections));
  return {
    ...facts,
    sections,
    readForm: (form) => form,
    toQueries: unasked,
    toModel: unasked,
    toOptions: unasked,
    asked: toAsked({ host, hasView, use }, sections),
  };
}

/** Its methods run elsewhere. */
function unasked(): never {
  throw new Error('The queries and drawings of a plugin are asked for.');
}

interface Source extends Pick<AskedPlugin, 'host' | 'hasView'> {
  readonly use: Use;
}

/** Reads an answer, or throws in words that name the plugin. */
type Use = <Read>(read: () => Read) => Read;

function userOf(name: string, say: Say): Use {
  return (read) => {
    try {
      return read();
    } catch (error) {
      const { message } = toError(error);
      throw new Error(
        say(msg('The plugin {{name}} gave an answer that cannot be used: {{message}}'), { name, message }),
      );
    }
  };
}

function toAsked(source: Source, sections: readonly ControlSection[]): AskedChart {
  const { host, use } = source;
  const own: OwnControls = new Map(controlsOf({ key: '', sections }).map((control) => [control.name, control]));
  const remembered = new Map<string, Promise<readonly QueryObject[]>>();
  const askQueries = async (form: ChartForm) => {
    const { says } = await host.ask({ kind: 'queries', form });
    return use(() => readQueries(says));
  };
  return {
    look: async (form, context) => readLook((await host.ask({ kind: 'look', form, context })).says, own),
    queriesOf: (form) => {
      const key = JSON.stringify(form);
      const known = remembered.get(key);
      if (known) return known;
      const asking = askQueries(form);
      remembered.set(key, asking);
      const [oldest] = remembered.keys();
      if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
      // What failed is tried anew.
      asking.catch(() => remembered.delete(key));
      return asking;
    },
    draw: (question) => draw(source, question, own),
  };
}

/** Colours of a dashboard are given out by the page: a drawing that names labels without one is asked for once more. */
async function draw({ host, hasView }: Source, { colorOf, ...question }: DrawQuestion, own: OwnControls) {
  const ask = async (colors: LabelColors) => {
    const { says, body } = await host.ask({ kind: 'draw', ...question, hasView, colors });
    return { ...readDrawing(says, own), picture: body };
  };
  if (!colorOf) return ask(null);
  const { wanted, ...first } = await ask({});
  if (wanted.length === 0) return first;
  const { wanted: _left, ...drawn } = await ask(
    Object.fromEntries(wanted.map((label, at) => [label, colorOf(label, at)])),
  );
  return drawn;
}
