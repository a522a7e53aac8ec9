function missing(): never {
  throw new Error('window.prichal is missing: run the head inline');
}

export { missing as findUser, missing as followTheme, missing as makeHead };
