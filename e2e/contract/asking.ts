import assert from 'node:assert/strict';

export interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Origin of another server or listener. */
  readonly at?: string;
}

export interface Got {
  /** Empty if the body is not JSON. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** Sends a request and expects this status. Does not follow redirects. */
export type Ask = (method: string, path: string, status: number, asked?: Asked) => Promise<Got>;

/** @param origin origin of requests that do not name another */
export function askingAt(origin: string): Ask {
  return async (method, path, status, { headers = {}, body, at = origin } = {}) => {
    const response = await fetch(`${at}${path}`, {
      method,
      headers: { ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    assert.equal(response.status, status, `${method} ${path}: ${text}`);
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    return {
      json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
      headers: response.headers,
    };
  };
}
