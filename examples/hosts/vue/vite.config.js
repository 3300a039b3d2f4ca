import vue from '@vitejs/plugin-vue';

// Vue must know that the tag is an element, not a component of ours.
export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'suanzu-plan' } } })],
};
