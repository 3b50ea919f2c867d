// What a request selects: the objects that it expands, and the properties that the parameters of `@fields` list.
import type { Conventions } from '../../plan/conventions/Conventions.ts';
import { type ExpandPlan, type FieldsPlan, type SelectableProperty, propertyNames } from '../../plan/EndpointPlan.ts';
import { responsePath } from '../../plan/ResultPlan.ts';
import { type RawQuery, decodeQuery } from '../../http/urls.ts';
import type { Variables } from '../../plan/values/coercion.ts';

/** What scopes depend on. */
export interface ScopeInputs {
  /** Those of the expands that the request turns on; the other inputs are added to them. */
  variables: Variables;
  /** Values of the expand parameter that are not declared. */
  unknownExpands: readonly string[];
  /** What the request selects by the parameters of `@fields`; absent: everything. */
  selection?: FieldSelection | undefined;
  unknownFields?: readonly UnknownField[];
}

/** What a request selects by the parameters of `@fields`. */
export interface FieldSelection {
  /** Identifies what is left out of the operation. */
  key: string;
  /** The response paths that are not executed, such as `/user/author`; also the condition of a scope that only they require. */
  leftOut: Readonly<Record<string, false>>;
  /** What is sent of an object, by the parameter that is on it. */
  sent: ReadonlyMap<string, SentProperties>;
}

/** The properties of an object that are sent, each as a whole or in part. */
export type SentProperties = ReadonlyMap<string, SentProperties | 'whole'>;

/** Prepares the reading of the expand parameter. */
export function prepareExpands(
  expands: readonly ExpandPlan[],
  { expand: name }: Conventions,
): (query: RawQuery) => ScopeInputs {
  const variablesOf = new Map(expands.map((expand) => [expand.name, expand.variables]));
  if (variablesOf.size === 0) return () => ({ variables: {}, unknownExpands: [] });
  return (query) => {
    const variables: Variables = {};
    const values = readList(query.get(name) ?? []);
    for (const variable of values.flatMap((value) => variablesOf.get(value) ?? [])) variables[variable] = true;
    return { variables, unknownExpands: values.filter((value) => !variablesOf.has(value)) };
  };
}

/** A name that a parameter of `@fields` does not have. */
interface UnknownField {
  parameter: string;
  value: string;
  names: readonly string[];
}

/** Prepares the reading of the parameters of `@fields`; everything is selected where none is sent. */
export function prepareFields(
  plans: readonly FieldsPlan[],
): (query: RawQuery) => Pick<ScopeInputs, 'selection' | 'unknownFields'> {
  const parameters = plans.map((plan) => ({ plan, names: new Set(propertyNames(plan.properties)) }));
  return (query) => {
    const unknownFields: UnknownField[] = [];
    const leftOut: Record<string, false> = {};
    const sent = new Map<string, SentProperties>();
    for (const { plan, names } of parameters) {
      const raws = query.get(plan.name);
      if (!raws) continue;
      const listed = [...new Set(readList(raws))];
      for (const value of listed) {
        if (!names.has(value)) unknownFields.push({ parameter: plan.name, value, names: [...names] });
      }
      const properties = listed.filter((name) => names.has(name));
      const selected = selectProperties(plan, properties);
      for (const path of selected.leftOut) leftOut[path] = false;
      sent.set(plan.name, selected.sent);
    }
    if (sent.size === 0) return { selection: undefined, unknownFields };
    return { selection: { key: Object.keys(leftOut).join(), leftOut, sent }, unknownFields };
  };
}

/** The values of a parameter, read as any list: those of repeated ones are joined, and only an empty value has no items. */
export function readList(raws: readonly string[]): string[] {
  return raws.flatMap((raw) => (raw === '' ? [] : raw.split(','))).map((raw) => decodeQuery(raw) ?? raw);
}

type Sent = Map<string, Sent | 'whole'>;

/**
 * Selects the properties of one object with these names, which are dotted, and all that is executed or sent together with them.
 * `leftOut` are the response paths that are not executed.
 */
export function selectProperties(
  plan: FieldsPlan,
  names: readonly string[],
): { leftOut: readonly string[]; sent: SentProperties } {
  const listed = new Set(names);
  // The names that listed names begin with.
  const prefixes = new Set(names.flatMap((name) => prefixesOf(name, '.', 1)));
  // Response paths that execute as a whole, those that lead to them, and all that can be left out.
  const whole = new Set<string>();
  const touched = new Set<string>();
  const unlisted = new Set<string>();
  const touch = (path: string) => {
    for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) touched.add(at);
  };
  const execute = (path: string) => {
    whole.add(path);
    touch(path);
  };
  // Those below it as well: another property can be made from one of them.
  const leaveOut = (at: string, below: readonly SelectableProperty[] = []) => {
    unlisted.add(at);
    for (const { path, properties } of below) leaveOut(at + responsePath(path), properties);
  };
  const select = (properties: readonly SelectableProperty[], around: string, prefix: string): Sent => {
    const sent: Sent = new Map();
    for (const { name, groups = [], path, wire, always, needs = [], properties: below } of properties) {
      const fullName = prefix + name;
      const at = around + responsePath(path);
      const isWhole = always === true || listed.has(fullName) || groups.some((group) => listed.has(prefix + group));
      const isListed = isWhole || prefixes.has(fullName);
      if (isWhole) addSent(sent, wire, 'whole');
      if (isListed) for (const need of needs) execute(around + responsePath(need));
      if (isWhole) {
        execute(at);
      } else if (below && isListed) {
        addSent(sent, wire, select(below, at, `${fullName}.`));
        touch(at);
      } else {
        leaveOut(at, below);
      }
    }
    return sent;
  };
  const root = responsePath(plan.path);
  const sent = select(plan.properties, root, '');
  for (const path of plan.executes ?? []) execute(responsePath(path));
  // The uppermost paths below the root that nothing selected needs.
  const leftOut = new Set<string>();
  for (const path of unlisted) {
    const at = [...prefixesOf(path, '/', root.length + 1), path].find((step) => whole.has(step) || !touched.has(step));
    if (at !== undefined && !whole.has(at)) leftOut.add(at);
  }
  return { leftOut: [...leftOut].sort(), sent };
}

/** The response paths that requests can leave out, alone or with what is below them. */
export function selectablePaths(plans: readonly FieldsPlan[]): string[] {
  const paths = new Set<string>();
  for (const plan of plans) {
    const root = responsePath(plan.path);
    const most = selectProperties(plan, []).leftOut;
    const add = (properties: readonly SelectableProperty[], around: string) => {
      for (const { path, properties: below = [] } of properties) {
        const at = around + responsePath(path);
        for (const step of [...prefixesOf(at, '/', root.length + 1), at]) {
          if (most.some((left) => step === left || step.startsWith(`${left}/`))) paths.add(step);
        }
        add(below, at);
      }
    };
    add(plan.properties, root);
  }
  return [...paths].sort();
}

/** What a text has before each separator, from an index on: `a` and `a.b` of `a.b.c`. */
function prefixesOf(text: string, separator: string, from: number): string[] {
  const prefixes: string[] = [];
  for (let end = text.indexOf(separator, from); end > 0; end = text.indexOf(separator, end + 1)) {
    prefixes.push(text.slice(0, end));
  }
  return prefixes;
}

function addSent(sent: Sent, wire: readonly string[], value: Sent | 'whole'): void {
  let at = sent;
  for (const key of wire.slice(0, -1)) {
    const next = at.get(key) ?? new Map<string, Sent | 'whole'>();
    if (next === 'whole') return;
    at.set(key, next);
    at = next;
  }
  const last = wire.at(-1)!;
  if (at.get(last) !== 'whole') at.set(last, value);
}
