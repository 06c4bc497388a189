package keepalivelab.proxies.client;

import com.google.auto.service.AutoService;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.api.client.UpstreamClientFactory;
import keepalivelab.proxies.embedded.ChildCommand;
import keepalivelab.proxies.embedded.EmbeddedConfig;
import keepalivelab.proxies.embedded.EmbeddedStart;
import keepalivelab.proxies.process.Directives;

/** Drives the embedded proxy with an HTTP client library, which the variant names, in the place of a pool. */
@AutoService(ProxyDriver.class)
public final class ClientDriver implements ProxyDriver {
    static final String ID = "client";
    /** The library where an arm names none. */
    static final String DEFAULT_LIBRARY = "jdk";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "an HTTP client library behind the front end of the embedded proxy; the variant names the library";
    }

    @Override
    public List<String> variants() {
        return ClientLibraries.all().stream().map(UpstreamClientFactory::id).toList();
    }

    /** Each library, its id as the location. */
    @Override
    public List<Installation> installations() {
        return ClientLibraries.all().stream().map(ClientDriver::installation).toList();
    }

    private static Installation installation(UpstreamClientFactory factory) {
        return new Installation(ID, factory.version(), ID + ":" + factory.id(), factory.title());
    }

    @Override
    public Installation locate(Optional<String> target) {
        return locate(Optional.empty(), target);
    }

    @Override
    public Installation locate(Optional<String> variant, Optional<String> target) {
        Installation own = installation(ClientLibraries.of(variant.orElse(DEFAULT_LIBRARY)));
        target.filter(wanted -> !wanted.equals(own.version())).ifPresent(wanted -> {
            throw new InputException(own.location() + "@" + wanted + ": there is only version " + own.version()
                    + ", part of this tool; another library is written client:NAME with NAME one of "
                    + String.join(", ", variants()));
        });
        return own;
    }

    @Override
    public Map<Knob, KnobStatus> capabilities(Installation installation) {
        return ClientKnobs.capabilities(factory(installation));
    }

    @Override
    public CapabilitySheet sheet(Installation installation) {
        return factory(installation).sheet();
    }

    private static UpstreamClientFactory factory(Installation installation) {
        return ClientLibraries.of(installation.location().substring(ID.length() + 1));
    }

    private static UpstreamClientFactory factory(ProxyPlan plan) {
        return plan.variant().map(ClientLibraries::of).orElseGet(() -> factory(plan.installation()));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        UpstreamClientFactory factory = factory(plan);
        Directives directives = Directives.of(plan, knob -> ClientKnobs.directive(factory, knob, plan.knobs()));
        KnobSettings possible = ClientKnobs.possible(plan.knobs(), directives);
        EmbeddedConfig config = new EmbeddedConfig(
                plan.listen(), plan.upstream(), plan.probe(), "", Optional.of(factory.id()), possible);
        ChildCommand command = ChildCommand.withJars(EmbeddedStart.CONFIG_FILE, ClientLibraries.folder());
        Map<String, String> files = new LinkedHashMap<>();
        files.put(EmbeddedStart.CONFIG_FILE, config.text());
        files.putAll(command.files());
        return new Rendering(
                files, command.words(), directives.statuses(), directives.notes(), factory.upstreamLimit(possible));
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        UpstreamClientFactory factory = factory(plan);
        return EmbeddedStart.of(ID + ":" + factory.id(), plan, rendering, factory.counterMeanings());
    }
}
