/** A boat moored to a quay. Decoration. */
export function AboutDrawing() {
  return (
    <svg className="drawing" viewBox="0 8 200 200" aria-hidden="true">
      <path
        className="fill"
        d="M144 44l34 66h-34zM136 60l-26 50h26zM100 124h88l-14 26h-62zM8 132h76v24H8z"
      />
      <path d="M8 154v-22h76v22M8 144h76M34 132v12M58 144v10M40 132V98M62 132V98" />
      <path className="solid" d="M37 98a6.5 6.5 0 0 1 0-13h28a6.5 6.5 0 0 1 0 13z" />
      <path d="M40 114c4 6 18 6 22 0 8 14 28 20 42 12M140 124V34M144 44l34 66h-34M136 60l-26 50h26" />
      <path d="M100 124h88l-14 26h-62zM2 154c12-8 22-8 33 0s22 8 33 0 22-8 33 0 22 8 33 0 22-8 33 0 22 8 33 0M35 174c12-8 22-8 33 0s22 8 33 0 22-8 33 0 22 8 33 0" />
      <path className="mark" d="M140 34l14-5-14-5z" />
    </svg>
  );
}
