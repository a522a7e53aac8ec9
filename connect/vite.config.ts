import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * A library chunk asks for its own styles: the sheet's come with the sheet, and a host needs no
 * second import. Whoever bundles the host resolves them.
 */
const chunksImportTheirStyles: Plugin = {
  name: 'chunks-import-their-styles',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
      const lines = styles.map((file) => `import './${file}';\n`).join('');
      // The components run in a browser only; the other entries are for any place.
      const banner = chunk.isEntry && chunk.name === 'index' ? "'use client';\n" : '';
      chunk.code = banner + lines + chunk.code;
    }
  },
};

export default defineConfig({
  plugins: [react(), chunksImportTheirStyles],
  build: {
    target: ['chrome106', 'safari15.4', 'firefox115'],
    lib: {
      entry: { index: 'src/index.ts', sdk: 'src/sdk.ts', testing: 'testing/index.ts' },
      formats: ['es'],
    },
    cssCodeSplit: true,
    minify: 'oxc',
    rolldownOptions: {
      external: [/^react($|\/)/, /^react-dom($|\/)/, '@tonconnect/sdk', '@prichal/telegram'],
      preserveEntrySignatures: 'allow-extension',
      output: { minify: true, chunkFileNames: '[name].js', assetFileNames: '[name][extname]' },
    },
  },
});
