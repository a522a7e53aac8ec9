import { type ESTree, type Plugin, parseAst, Visitor } from 'vite';

const SDK = /\/@tonconnect\/sdk\/lib\/esm\/index\.mjs$/;
const NACL = /\/tweetnacl\/nacl-fast\.js$/;

/** A stretch of source, and what comes in its place. */
interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Span = Pick<Cut, 'start' | 'end'>;

function apply(code: string, cuts: readonly Cut[]): string {
  let rest = code;
  for (const { start, end, text } of cuts.toSorted((one, other) => other.start - one.start)) {
    rest = rest.slice(0, start) + text + rest.slice(end);
  }
  return rest;
}

/** @throws when `found` is nothing: another version of the library needs other cuts */
function found<T>(what: string, found: T | null | undefined | false): T {
  if (found) return found;
  throw new Error(
    `${what} is not where docs/decisions/0025-slim-sdk.md cuts it away: has the version of the library changed? Compare app/vite/slim-sdk.ts with it.`,
  );
}

/** The class or function of this name at the top of a module. */
function declared(program: ESTree.Program, name: string): ESTree.Class | ESTree.Function {
  const statement = program.body.find(
    (each): each is ESTree.Class | ESTree.Function =>
      /^(Class|Function)Declaration$/.test(each.type) &&
      (each as ESTree.Class | ESTree.Function).id?.name === name,
  );
  return found(name, statement);
}

const body = (program: ESTree.Program, name: string): Span =>
  found(name, declared(program, name).body);

/** What stands in place of a thing that is not here. */
const refusal = (what: string, wayOut: string): string =>
  `{ throw new TonConnectError('This build has no ${what}. ${wayOut}, or take slimTonConnect out of app/vite.config.ts.'); }`;

/** The value of a constant at the top of a module. */
function constant(program: ESTree.Program, name: string): Span {
  const declarations = program.body.flatMap((each) =>
    each.type === 'VariableDeclaration' ? each.declarations : [],
  );
  const declaration = declarations.find(({ id }) => id.type === 'Identifier' && id.name === name);
  return found(name, declaration?.init);
}

/** The object and the property of `object.property…`, from its left end. */
function leftEnd(node: ESTree.Node): string {
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return '';
  const { object, property } = node;
  return object.type === 'Identifier' ? `${object.name}.${property.name}` : leftEnd(object);
}

/** What a statement `object.property… = value` assigns to, by {@link leftEnd}. */
const assigns = (statement: ESTree.Node): string =>
  statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression'
    ? leftEnd(statement.expression.left)
    : '';

/** `this.analytics?.…`, as TypeScript writes it for browsers without `?.`. */
function callsAnalytics({ test }: ESTree.ConditionalExpression): boolean {
  if (test.type !== 'LogicalExpression' || test.left.type !== 'BinaryExpression') return false;
  const { left } = test.left;
  if (left.type !== 'AssignmentExpression' || left.right.type !== 'MemberExpression') return false;
  const { object, property } = left.right;
  return (
    object.type === 'ThisExpression' &&
    property.type === 'Identifier' &&
    property.name === 'analytics'
  );
}

/**
 * The SDK's module without the wallets list inside of it, its analytics, its QA mode and
 * WalletConnect. Who asks for one of them is told so.
 *
 * @throws when one of them is not where it was in 3.4.1
 */
export function slimSdk(code: string): string {
  const program = parseAst(code);
  const cuts: Cut[] = [];
  const cut = ({ start, end }: Span, text = ''): void => void cuts.push({ start, end, text });

  // Where the list is wanted, it is no list then, and the widget says that it has none.
  cut(constant(program, 'FALLBACK_WALLETS_LIST'), 'undefined');

  cut(declared(program, 'AnalyticsManager'));
  cut(declared(program, 'bindEventsTo'));
  for (const statement of program.body) {
    if (assigns(statement).startsWith('AnalyticsManager.')) cut(statement);
  }
  const calls: Span[] = [];
  let start: Span | null | undefined;
  new Visitor({
    ConditionalExpression(node) {
      if (callsAnalytics(node)) calls.push(node);
    },
    MethodDefinition({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'initAnalytics') start = value.body;
    },
  }).visit(program);
  for (const call of found('this.analytics', calls.length > 0 && calls)) cut(call, 'void 0');
  cut(
    found('initAnalytics', start),
    `{ if (arguments[2]?.analytics?.mode !== 'off') ${refusal('analytics', 'Set analytics to { mode: "off" }')} }`,
  );

  // Its switch throws, so it is never on.
  cut(body(program, 'enableQaMode'), refusal('QA mode', 'Do not call enableQaMode()'));
  cut(body(program, 'isQaModeEnabled'), '{ return false; }');

  // As long as nobody has called `initializeWalletConnect`, the class does no more than this.
  cut(
    body(program, 'WalletConnectProvider'),
    '{ static async fromStorage() { return new WalletConnectProvider(); } constructor() { getWalletConnectOptions(); } }',
  );
  return apply(code, cuts);
}

/**
 * `tweetnacl` without signatures and hashes: a session needs boxes and random bytes only. What the rest
 * of it is made of is dropped by the minifier then.
 *
 * @throws when it is not written as in 1.0.3
 */
export function slimNacl(code: string): string {
  const wrapped = parseAst(code).body.find((each) => each.type === 'ExpressionStatement');
  const call = wrapped?.expression.type === 'CallExpression' ? wrapped.expression.callee : null;
  const library = call?.type === 'ParenthesizedExpression' ? call.expression : call;
  const body = library?.type === 'FunctionExpression' ? library.body?.body : null;
  const unneeded = /^nacl\.(lowlevel|scalarMult|sign|hash|verify)$/;
  const cuts = found('tweetnacl', body)
    .filter((statement) => unneeded.test(assigns(statement)))
    .map(({ start, end }) => ({ start, end, text: '' }));
  found('nacl.sign', cuts.length > 0);
  return apply(code, cuts);
}

/**
 * Vite plugin: leaves out of `@tonconnect/sdk` what this app never uses.
 *
 * @throws at the end of a build in which either library was not met
 */
export function slimTonConnect(): Plugin {
  const met = new Set<RegExp>();
  const slim: readonly (readonly [RegExp, (code: string) => string])[] = [
    [SDK, slimSdk],
    [NACL, slimNacl],
  ];
  return {
    name: 'prichal:slim-ton-connect',
    apply: 'build',
    // Before CommonJS is made a module, and before anything is renamed.
    enforce: 'pre',
    transform: {
      filter: { id: [SDK, NACL] },
      handler(code, id) {
        const [file, cut] = found(
          id,
          slim.find(([file]) => file.test(id)),
        );
        met.add(file);
        return { code: cut(code), map: null };
      },
    },
    generateBundle() {
      for (const [file] of slim) found(String(file), met.has(file));
    },
  };
}
