// Vite plugin: a development server in front of a running Prichal, which answers requests that Vite
// cannot.

/** Address of the running server. */
const SERVER = process.env.DEV_SERVER ?? 'http://127.0.0.1:8080';

/**
 * Stops with one line if no server answers, and prints the address of the page to open.
 * @param {{ proxied: string, page: string, needed?: boolean }} options `proxied`: pattern of the paths that the server
 *   answers; `page`: path of the page to open; `needed`: false for a page that sends no request to the server
 * @returns {import('vite').Plugin}
 */
export const inFrontOfServer = ({ proxied, page, needed = true }) => ({
  name: 'prichal:in-front-of-server',
  apply: 'serve',
  config: () => ({ server: { proxy: { [proxied]: { target: SERVER } } } }),
  async configureServer(server) {
    const { logger } = server.config;
    if (needed && !(await fetch(SERVER).catch(() => null))) {
      logger.error(
        `prichal: no server answers at ${SERVER}. Fix: start one with script/run, or name another in DEV_SERVER.`,
      );
      process.exit(1);
    }
    const printUrls = server.printUrls;
    server.printUrls = () => {
      printUrls();
      const [local = ''] = server.resolvedUrls?.local ?? [];
      logger.info(`  ➜  Open:    ${new URL(page, local)}`);
    };
  },
});
