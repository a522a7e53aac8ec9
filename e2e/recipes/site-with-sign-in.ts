// A server with sign-in, and a Telegram user who signs in.
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Server, startServer } from '../fixtures/server.ts';

export const botToken = '7000000001:AAFakeTokenForTestsOnly_0123456789-xyz';

/** Returns init data of a user who opens the mini app now. */
export function initData(id: number): string {
  const fields = {
    auth_date: `${Math.floor(Date.now() / 1000)}`,
    user: JSON.stringify({ id, first_name: 'Anna', username: 'anna' }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest();
  const hash = createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex');
  return new URLSearchParams({ ...fields, hash }).toString().replaceAll('+', '%20');
}

export interface SignedIn {
  readonly user: string;
  readonly token: string;
}

export class SiteWithSignIn {
  readonly #server: Server;
  readonly #folder: string;

  private constructor(server: Server, folder: string) {
    this.#server = server;
    this.#folder = folder;
  }

  /** @param settings additional environment variables, `PRICHAL_…` */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<SiteWithSignIn> {
    const folder = mkdtempSync(join(tmpdir(), 'prichal-recipes-'));
    const tokens = join(folder, 'tokens');
    writeFileSync(tokens, `${botToken}\n`, { mode: 0o600 });
    const server = await startServer([], {
      PRICHAL_AUTH_TELEGRAM_TOKENS_FILE: tokens,
      ...settings,
    });
    return new SiteWithSignIn(server, folder);
  }

  /** Origin of the server and issuer of its tokens. */
  get origin(): string {
    return this.#server.origin;
  }

  async signIn(id = 42): Promise<SignedIn> {
    const response = await fetch(`${this.origin}/auth/telegram`, {
      method: 'POST',
      headers: { Authorization: `tma ${initData(id)}` },
    });
    const { user, access_token: token } = (await response.json()) as {
      user: { sub: string };
      access_token: string;
    };
    return { user: user.sub, token };
  }

  async signOut({ token }: SignedIn): Promise<void> {
    await fetch(`${this.origin}/auth/logout`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
