import { RopeRule } from '../drawings/rope-rule';
import { useConfig } from '../shell/config-context';

export default function Buy() {
  const { routes } = useConfig();
  return (
    <div className="page page-words">
      <h1 className="title" tabIndex={-1}>
        {routes.buy.name}
      </h1>
      <RopeRule />
    </div>
  );
}
