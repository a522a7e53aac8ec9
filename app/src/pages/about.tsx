import { AboutDrawing } from '../drawings/about';
import { useConfig } from '../shell/config-context';

/** About page: a drawing and a heading, nothing to press yet. */
export default function About() {
  const { routes } = useConfig();
  return (
    <div className="page">
      <div className="block">
        <AboutDrawing />
        <h1 className="title" tabIndex={-1}>
          {routes.about.name}
        </h1>
      </div>
    </div>
  );
}
