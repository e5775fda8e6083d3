# To be sourced. debian_sources FOLDER: asks the machine's Debian mirror for sources, by lists in that folder, so that the machine stays as it is.
# Afterwards: apt-get "${apt[@]}" --download-only source PACKAGE
debian_sources() {
    local folder=$1 mirror uri release key signed
    mkdir -p "$folder"/{lists/partial,cache/archives/partial}
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(SIGNED_BY)' | grep -m 1 '/debian/ ' || true)
    read -r uri release key <<<"$mirror"
    [ -n "${uri:-}" ] || { echo "no Debian mirror is known to apt" >&2; exit 1; }
    # Where the source names no key, apt leaves the word in place: its own keys count then.
    [[ ${key:-} == '$('* ]] && key=
    signed=${key:+[signed-by=$key]}
    printf 'deb %s %s %s main\ndeb-src %s %s %s main\n' "$signed" "$uri" "$release" "$signed" "$uri" "$release" >"$folder/sources.list"
    apt=(-o "Dir::Etc::sourcelist=$folder/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$folder/lists" -o "Dir::Cache=$folder/cache" -o APT::Sandbox::User=root -q)
    apt-get "${apt[@]}" update >/dev/null
}
