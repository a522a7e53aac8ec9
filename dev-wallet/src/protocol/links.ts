/** A parsed TON Connect link with a connect request. */
export type ConnectLink = {
  kind: 'connect';
  /** The app's X25519 public key: 64 lower-case hexadecimal digits. */
  clientId: string;
  /** The connect request as JSON text, not validated. */
  request: string;
  /** Return target: `back`, `none` or a URL. */
  ret: string;
  traceId: string | null;
};

/** A link without a request. It only brings the wallet to the front. */
export type OpenLink = { kind: 'open'; ret: string };

export type LinkProblem = { kind: 'problem'; message: string };

const STARTAPP_PREFIX = 'tonconnect-';

/** Undoes the escaping of a Telegram start parameter, in reverse order. */
export function decodeStartParam(text: string): string {
  return text
    .replaceAll('--', '%')
    .replaceAll('__', '=')
    .replaceAll('-', '&')
    .replaceAll('%5F', '_')
    .replaceAll('%2D', '-')
    .replaceAll('%2E', '.');
}

/** Escapes a query for the `startapp=` parameter of a t.me link. */
export function encodeStartParam(query: string): string {
  return query
    .replaceAll('.', '%2E')
    .replaceAll('-', '%2D')
    .replaceAll('_', '%5F')
    .replaceAll('&', '-')
    .replaceAll('=', '__')
    .replaceAll('%', '--');
}

/**
 * Converts a link with Telegram's own scheme to its web address. Returns any other link unchanged.
 */
export function decodedTelegramLink(link: string): string {
  const resolve = /^tg:\/\/resolve\?/i.test(link) ? new URL(link).searchParams.get('domain') : null;
  return resolve === null ? link : `https://t.me/${resolve}`;
}

function queryOf(link: string): URLSearchParams {
  const query = new URLSearchParams(link.split('#', 1)[0]?.split('?').slice(1).join('?') ?? '');
  const start = query.get('startapp') ?? query.get('tgWebAppStartParam') ?? query.get('start');
  if (start?.startsWith(STARTAPP_PREFIX))
    return new URLSearchParams(decodeStartParam(start.slice(STARTAPP_PREFIX.length)));
  return query;
}

/**
 * Parses a connection link: `tc://?…`, a wallet's universal link, or a t.me link with
 * `startapp=tonconnect-…`. Returns a problem with a message if the link is invalid.
 */
export function parseLink(text: string): ConnectLink | OpenLink | LinkProblem {
  const link = text.trim();
  const problem = (message: string): LinkProblem => ({ kind: 'problem', message });
  if (link === '') return problem('Paste a link first: tc://…, https://… or https://t.me/….');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(link))
    return problem(
      `"${clipped(link)}" is not a link of TON Connect: it starts with tc:// or https://.`,
    );
  const query = queryOf(link);
  const version = query.get('v');
  const clientId = query.get('id');
  const request = query.get('r');
  const ret = query.get('ret') || 'back';
  if (request === null) {
    if (clientId !== null || query.has('ret')) return { kind: 'open', ret };
    return problem('The link has no connection request: the parameter "r" is missing.');
  }
  if (version !== '2')
    return problem(
      `The link speaks version ${version ?? '(none)'} of TON Connect; this wallet speaks 2.`,
    );
  if (clientId === null || !/^[0-9a-f]{64}$/i.test(clientId))
    return problem('The link\'s "id" must be the app\'s public key: 64 hexadecimal characters.');
  return {
    kind: 'connect',
    clientId: clientId.toLowerCase(),
    request,
    ret,
    traceId: query.get('trace_id'),
  };
}

function clipped(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
