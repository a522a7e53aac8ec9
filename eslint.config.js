import parser from '@babel/eslint-parser';
import reactHooks from 'eslint-plugin-react-hooks';

const { plugins: react, rules: all } = reactHooks.configs.flat['recommended-latest'];

/** React's own rules. Biome checks everything else, also the dependencies of effects. */
const rules = (...plugins) => ({
  plugins: react,
  rules: { ...all, 'react-hooks/exhaustive-deps': 'off' },
  files: plugins.includes('jsx') ? ['**/*.tsx'] : ['**/*.ts'],
  languageOptions: {
    parser,
    parserOptions: { requireConfigFile: false, babelOptions: { parserOpts: { plugins } } },
  },
});

export default [
  { ignores: ['**/dist/', 'build/'] },
  rules('typescript'),
  rules('typescript', 'jsx'),
];
