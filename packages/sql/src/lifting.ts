import { type LexRules, nestQuery } from './reading/index.ts';
import type { CommonTable, Join, Select, Source } from './tree.ts';

/** A statement whose inner queries have neither WITH nor an order without a bound, and what stands in its own WITH instead. */
export interface LiftedSelect {
  readonly select: Select;
  readonly tables: readonly string[];
}

/** Moves the WITH of inner queries to the beginning, for engines that take it nowhere else. */
export function liftTables(select: Select, rules: LexRules): LiftedSelect {
  if (!rules.nestsPlainQueriesOnly) return { select, tables: [] };
  const lifter = new Lifter(rules);
  const lifted = lifter.lift(select);
  return { select: { ...lifted, with: [...lifter.own, ...(lifted.with ?? [])] }, tables: lifter.tables };
}

class Lifter {
  readonly tables: string[] = [];
  readonly own: CommonTable[] = [];

  constructor(private readonly rules: LexRules) {}

  lift(select: Select): Select {
    return {
      ...select,
      ...(select.with ? { with: select.with.map((one) => ({ ...one, query: this.nest(one.query) })) } : {}),
      ...(select.from ? { from: this.liftSource(select.from) } : {}),
      ...(select.joins ? { joins: select.joins.map((join) => this.liftJoin(join)) } : {}),
    };
  }

  private liftJoin(join: Join): Join {
    return { ...join, source: this.liftSource(join.source) };
  }

  private liftSource(source: Source): Source {
    return source.kind === 'table' ? source : { ...source, query: this.nest(source.query) };
  }

  private nest(query: Select | string): Select | string {
    if (typeof query === 'string') {
      const { tables, query: plain } = nestQuery(query, this.rules);
      // One dataset may stand in a statement twice.
      if (tables !== null && !this.tables.includes(tables)) this.tables.push(tables);
      return plain;
    }
    const { with: own = [], orderBy, ...lifted } = this.lift(query);
    this.own.push(...own);
    const isBound = typeof lifted.limit === 'number' || Boolean(lifted.offset);
    return isBound && orderBy ? { ...lifted, orderBy } : lifted;
  }
}
