// The widget in React: the element is an ordinary tag, its events are listened to through a ref.
import * as React from 'react';
import { createRoot } from 'react-dom/client';

// Where embed/ was copied to. Not bundled: it brings its own program.
const ELEMENT = '../../v1/element.js';

function Suanzu({ onAnswer, ...options }) {
  const node = React.useRef(null);
  React.useEffect(() => {
    import(/* @vite-ignore */ new URL(ELEMENT, document.baseURI).href);
  }, []);
  React.useEffect(() => {
    const heard = (event) => onAnswer(event.detail.summary.text);
    const element = node.current;
    element.addEventListener('sz:change', heard);
    return () => element.removeEventListener('sz:change', heard);
  }, [onAnswer]);
  return <suanzu-plan ref={node} {...options} />;
}

function App() {
  const [model, setModel] = React.useState('qwen2.5-7b');
  const [text, setText] = React.useState('');
  return (
    <main>
      <h1>Fine-tune a model</h1>
      <button onClick={() => setModel('qwen2.5-32b')}>32B</button>
      <Suanzu plan={`task=lora&m=${model}`} lang="en" sections="bar,offers" onAnswer={setText} />
      <p id="answer">{text}</p>
    </main>
  );
}

createRoot(document.getElementById('root')).render(<App />);
